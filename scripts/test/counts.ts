/** What was tested: a story of minutes and a cell of a matrix are both one test, so each kind is counted by itself. */
const kinds = [
  'stories',
  'API tests',
  'whole stacks',
  'SQL assertions',
  'matrix cells',
  'unit tests',
  'checks'
] as const

export type Kind = (typeof kinds)[number]

/** How many tests of a suite passed, failed and were skipped. */
export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** How many of the passed tests passed only on retry. */
  repeated?: number
  /** The passed tests by kind. */
  kinds?: Partial<Record<Kind, number>>
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 }

export function add(...counts: Counts[]): Counts {
  const total = (of: (count: Counts) => number | undefined) => counts.reduce((sum, count) => sum + (of(count) ?? 0), 0)
  return {
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed),
    skipped: total(({ skipped }) => skipped),
    repeated: total(({ repeated }) => repeated),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, total((count) => count.kinds?.[kind])]))
  }
}

/** The counts of a suite after its failed tests ran once more: those that passed count as passed at the second try. */
export function withSecondTry(first: Counts, again: Counts): Counts {
  const passed = Math.max(0, first.failed - again.failed)
  return {
    ...first,
    passed: first.passed + passed,
    failed: first.failed - passed,
    repeated: (first.repeated ?? 0) + passed
  }
}

/** `N stories, N SQL assertions`, without the kinds that there are none of. */
export const sentenceOfKinds = ({ kinds: counted = {} }: Counts): string =>
  kinds.flatMap((kind) => (counted[kind] ? [`${counted[kind]} ${kind}`] : [])).join(', ')

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
  testResults: { name: string; status: string; assertionResults: { status: string }[] }[]
}

/** The kinds by folder. The tests of `tests/db/*.test.ts` are made from the catalogue, a matrix or a seed. */
const folders: Record<string, Kind> = { db: 'matrix cells', api: 'API tests', operation: 'whole stacks' }

function kindOf(file: string): Kind {
  if (file.endsWith('.sql')) return 'SQL assertions'
  return folders[/\/tests\/(\w+)\//.exec(file)?.[1] ?? ''] ?? 'unit tests'
}

/** Counts of vitest's JSON reporter; a file that failed to load has no tests and counts as one failure. */
export function fromVitest(json: string): Counts {
  const report = JSON.parse(json) as VitestReport
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const byKind: Partial<Record<Kind, number>> = {}
  for (const { name, assertionResults } of report.testResults) {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length
    byKind[kindOf(name)] = (byKind[kindOf(name)] ?? 0) + passed
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    kinds: byKind
  }
}

/** Paths of the files of a vitest report in which a test failed or that failed to load. */
export function failedInVitest(json: string): string[] {
  const { testResults } = JSON.parse(json) as VitestReport
  return testResults.filter(({ status }) => status === 'failed').map(({ name }) => name)
}

interface PlaywrightSuite {
  specs?: { ok: boolean; file: string; line: number; tests: { projectName: string; status: string }[] }[]
  suites?: PlaywrightSuite[]
}

/** The failed tests of a Playwright report: their place as `file:line`, and the project in which they failed. */
export function failedInPlaywright(json: string): { place: string; project: string }[] {
  const within = ({ specs = [], suites = [] }: PlaywrightSuite): { place: string; project: string }[] => [
    ...specs.flatMap(({ file, line, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName }) => ({ place: `${file}:${line}`, project: projectName }))
    ),
    ...suites.flatMap(within)
  ]
  return within(JSON.parse(json) as PlaywrightSuite)
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
  const passed = total('tests') - failed - skipped
  return { passed, failed, skipped, kinds: { 'unit tests': passed } }
}

/** Counts of Playwright's JSON reporter; a test that passed only on retry counts as passed and retried. */
export function fromPlaywright(json: string): Counts {
  const { stats, errors } = JSON.parse(json) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    errors: unknown[]
  }
  const failed = stats.unexpected === 0 && stats.flaky === 0 ? errors.length : stats.unexpected
  const passed = stats.expected + stats.flaky
  return { passed, failed, skipped: stats.skipped, repeated: stats.flaky, kinds: { stories: passed } }
}
