/** Facts about the build (scripts/build/worker.ts). */
declare const __BUILD__: {
  /** Hash of everything below and of the worker itself. */
  version: string
  /** The HTML that is served for every page when offline. */
  shell: string
  /** The shell's entry script: HTML that does not name it belongs to another build. */
  entry: string
  /** The files that a rider's pages need; each has a content hash in its name. */
  files: readonly string[]
}

export const build = __BUILD__
