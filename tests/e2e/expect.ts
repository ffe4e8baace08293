/** Playwright's assertions, which check more often whether a page has reached the expected state. */
import { expect as base } from '@playwright/test'

/**
 * After a third of a second Playwright checks an assertion only twice a second, unless the assertion's timeout is shorter than
 * 2.5 s: then it checks ten times a second. So each assertion is tried with a short timeout first, and then with its own.
 */
const FIRST_MS = 2400
const first = base.configure({ timeout: FIRST_MS })

/** The assertions about locators and pages that wait. */
const waiting = [
  'toBeAttached',
  'toBeChecked',
  'toBeDisabled',
  'toBeEnabled',
  'toBeFocused',
  'toBeHidden',
  'toBeInViewport',
  'toBeVisible',
  'toContainText',
  'toHaveAccessibleName',
  'toHaveAttribute',
  'toHaveCSS',
  'toHaveCount',
  'toHaveText',
  'toHaveTitle',
  'toHaveURL',
  'toHaveValue'
] as const

type Assertion = (...args: unknown[]) => Promise<void>
type Assertions = Record<(typeof waiting)[number], Assertion>

const hasTimeout = (args: unknown[]) => args.some((arg) => arg instanceof Object && 'timeout' in arg)

const matchers = Object.fromEntries(
  waiting.map((name) => [
    name,
    async function (this: { isNot: boolean }, subject: unknown, ...args: unknown[]) {
      const check = (expect: typeof base) => {
        const assertions = expect(subject) as unknown as Assertions & { not: Assertions }
        return (this.isNot ? assertions.not : assertions)[name](...args)
      }
      try {
        if (hasTimeout(args)) await check(base)
        else await check(first).catch(() => check(base))
        return { pass: !this.isNot, message: () => '' }
      } catch (error) {
        return { pass: this.isNot, message: () => (error as Error).message }
      }
    }
  ])
)

const extended = base.extend(matchers) as typeof base
const pollOf = extended.poll

/** Pauses between checks of `expect.poll` (ms); the last one repeats. */
const PAUSES_MS = [50, 100, 100, 250]

const poll: typeof base.poll = (actual, options) =>
  pollOf(actual, {
    intervals: PAUSES_MS,
    ...(typeof options === 'string' ? { message: options } : options)
  })

export const expect: typeof base = Object.assign(extended, { poll })
