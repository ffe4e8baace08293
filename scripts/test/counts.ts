/** How many tests of a suite passed, failed and were skipped. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** How many of the passed tests passed only on retry. */
  repeated?: number
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export function add(...counts: Counts[]): Counts {
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failed: counts.reduce((sum, count) => sum + count.failed, 0),
    skipped: counts.reduce((sum, count) => sum + count.skipped, 0),
    repeated: counts.reduce((sum, count) => sum + (count.repeated ?? 0), 0)
  }
}

/** `N passed, N failed`, with the numbers of skipped and retried tests. */
export function sentence({ passed, failed, skipped, repeated = 0 }: Counts): string {
  const rest = [skipped > 0 ? `, ${skipped} skipped` : '', repeated > 0 ? `, ${repeated} at the second try` : '']
  return `${passed} passed, ${failed} failed${rest.join('')}`
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

/** Counts of vitest's JSON reporter; a file that failed to load has no tests and counts as one failure. */
export function fromVitest(json: string): Counts {
  const report = JSON.parse(json) as VitestReport
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests
  }
}

/** Counts of a JUnit file, as written by `deno test --junit-path`. */
export function fromJunit(xml: string): Counts {
  const total = (name: string) =>
    [...xml.matchAll(new RegExp(`<testsuite [^>]*\\b${name}="(\\d+)"`, 'g'))].reduce(
      (sum, match) => sum + Number(match[1]),
      0
    )
  const failed = total('failures') + total('errors')
  const skipped = total('disabled') + total('skipped')
  return { passed: total('tests') - failed - skipped, failed, skipped }
}

/** Counts of Playwright's JSON reporter; a test that passed only on retry counts as passed and retried. */
export function fromPlaywright(json: string): Counts {
  const { stats, errors } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }
  const failed = stats.unexpected === 0 && stats.flaky === 0 ? errors.length : stats.unexpected
  return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, repeated: stats.flaky }
}
