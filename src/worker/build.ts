/** Facts about the build, which scripts/build/worker.ts writes into the service worker. */
declare const __BUILD__: {
  /** A hash of the other fields and of the service worker itself. */
  version: string
  /** Path of the HTML that is served for every page when offline. */
  shell: string
  /** Path of the entry script in the HTML of `shell`. HTML without this path belongs to another build. */
  entry: string
  /** Paths of the files that a rider's pages need. Each name contains a hash of the file's content. */
  files: readonly string[]
}

export const build = __BUILD__
