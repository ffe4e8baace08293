import { Failure } from '../failure.ts'
import { askOnTerminal, hasTerminal } from './terminal.ts'

/**
 * Creates a function that lists planned changes and returns whether the person consents. With `--yes` it does not ask.
 * Otherwise it asks on the terminal (y/N).
 *
 * @param yes Whether `--yes` was given.
 * @throws Failure if there is neither `--yes` nor a terminal.
 */
export function createConsent(yes: boolean): (question: string, lines: string[]) => Promise<boolean> {
  return async (question, lines) => {
    process.stderr.write(`${question}\n${lines.map((line) => `  - ${line}\n`).join('')}`)
    if (yes) return true
    if (!hasTerminal()) throw new Failure('Nobody can be asked here.', 'Start with `--yes` if this is meant.')
    return askOnTerminal('[y/N] ', (answer) => /^y(es)?$/i.test(answer))
  }
}
