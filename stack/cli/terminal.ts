import { createInterface } from 'node:readline/promises'

/** Whether there is a person at a terminal who can be asked. */
export const hasTerminal = (): boolean => process.stdin.isTTY === true

/**
 * Asks on the terminal until `accept` returns a value for an answer. The question goes to standard error, because standard output
 * is for programs.
 *
 * @param accept Returns the value of an answer; or undefined to ask again, after it has said why.
 */
export async function askOnTerminal<T>(question: string, accept: (answer: string) => T | undefined): Promise<T> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    for (;;) {
      const value = accept((await terminal.question(question)).trim())
      if (value !== undefined) return value
    }
  } finally {
    terminal.close()
  }
}
