/** Facts about the build, which scripts/build/worker.ts writes into the service worker. */
declare const __BUILD__: {
  /** A hash of the facts below and of the service worker itself. */
  version: string
  /** Path of the HTML that is served for every page when offline. */
  shell: string
  /** The entry script of that HTML. HTML that does not contain it belongs to another build. */
  entry: string
  /** Files that a rider's pages need; each name contains a hash of the content. */
  files: readonly string[]
}

export const build = __BUILD__
