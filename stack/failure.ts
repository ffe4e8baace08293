/**
 * A problem outside of the program (a port in use, a folder that cannot be written, a migration with an error). The command line
 * prints `message` and `remedy` on one line, without a stack trace, and exits with code 1.
 */
export class Failure extends Error {
  readonly remedy: string

  /**
   * @param message What went wrong, naming the file, port or value.
   * @param remedy What the reader can do about it, as an imperative sentence.
   */
  constructor(message: string, remedy: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'Failure'
    this.remedy = remedy
  }
}
