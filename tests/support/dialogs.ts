/**
 * A reporter that lists, after a whole run of the browser stories, the app's dialogs that none of them has opened and those of
 * drivers on duty that were not checked in every variant. With HACKNEY_FULL=1 such a dialog fails the run.
 */
import { readFileSync } from 'node:fs'
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { DIALOGS_FILE } from '../../scripts/build/dialogs.ts'
import { isFull } from './full.ts'

/** An annotation with the name of a dialog that was opened and checked with axe, … */
export const CHECKED = 'dialog'
/** … that was checked in every variant (`tests/e2e/manners.ts`). */
export const IN_EVERY_MANNER = 'dialog in every manner'

/** The dialogs of the build: their names in the page, and their places in the sources. */
type Dialogs = readonly (readonly [name: string, place: string])[]

const listDialogs = (): Dialogs => Object.entries(JSON.parse(readFileSync(`dist/${DIALOGS_FILE}`, 'utf8')))

/** Matches the places of dialogs that drivers use on duty. */
const ofDrivers = /^src\/features\/(driver\/drive|common\/trip-page\/components\/drive)\//

/** Says which dialogs are not among the noted ones. @param noted type and name of each annotation */
export const faultsOf = (dialogs: Dialogs, noted: ReadonlySet<string>): string[] =>
  dialogs.flatMap(([name, place]) => {
    if (!noted.has(`${CHECKED} ${name}`)) return `${place}: no story opens this dialog`
    const isLacking = ofDrivers.test(place) && !noted.has(`${IN_EVERY_MANNER} ${name}`)
    return isLacking ? `${place}: no story checks this dialog in every variant` : []
  })

// PGlite skips stories that turn the clock.
const isWholeRun = (): boolean => process.argv.length <= 3 && process.env.HACKNEY_TEST_DB !== 'pglite'

export default class OpenedDialogs implements Reporter {
  private readonly noted = new Set<string>()

  onTestEnd(_: TestCase, { annotations }: TestResult): void {
    for (const { type, description } of annotations) this.noted.add(`${type} ${description}`)
  }

  async onEnd({ status }: FullResult): Promise<{ status: FullResult['status'] }> {
    const faults = status === 'passed' && isWholeRun() ? faultsOf(listDialogs(), this.noted) : []
    if (faults.length > 0) console.error(`\n${faults.join('\n')}`)
    return { status: isFull && faults.length > 0 ? 'failed' : status }
  }
}
