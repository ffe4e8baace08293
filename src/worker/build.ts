/** What the build says of itself (scripts/build/worker.ts). */
declare const __BUILD__: {
  /** Of everything below and of the worker itself. */
  version: string
  /** The HTML that stands in for every page without a network. */
  shell: string
  /** The script that it begins with: an HTML that does not name it is another build's. */
  entry: string
  /** What a rider needs of the program; each file has the hash of its content in its name. */
  files: readonly string[]
}

export const build = __BUILD__
