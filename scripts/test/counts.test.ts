import { describe, expect, it } from 'vitest'
import {
  add,
  failedInPlaywright,
  failedInVitest,
  fromJunit,
  fromPlaywright,
  fromVitest,
  sentence,
  sentenceOfKinds,
  withSecondTry
} from './counts.ts'

describe('counting tests', () => {
  it('counts a vitest report, with a file that fails to load as one failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { name: '/a/stack/broken.test.ts', status: 'failed', assertionResults: [] },
        { name: '/a/stack/a.test.ts', status: 'failed', assertionResults: [{ status: 'failed' }] },
        { name: '/a/stack/b.test.ts', status: 'passed', assertionResults: [{ status: 'passed' }] }
      ]
    }
    expect(fromVitest(JSON.stringify(report))).toMatchObject({ passed: 5, failed: 2, skipped: 3 })
  })

  it('counts each kind of test by itself', () => {
    const passed = { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'skipped' }] }
    const names = [
      'tests/db/rides.sql',
      'tests/db/rls.test.ts',
      'tests/api/auth/codes.test.ts',
      'tests/contract/a.test.ts'
    ]
    const testResults = [...names, 'supabase/tests/a.sql'].map((name) => ({ name: `/a/${name}`, ...passed }))
    const report = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 5, numTodoTests: 0, testResults }
    const stories = fromPlaywright(JSON.stringify({ stats: { expected: 2, flaky: 1 }, errors: [] }))
    expect(sentenceOfKinds(add(stories, fromVitest(JSON.stringify(report))))).toBe(
      '3 stories, 1 API tests, 2 SQL assertions, 1 matrix cells, 1 unit tests'
    )
  })

  it('adds up the suites of a JUnit file without its total line', () => {
    const xml = `<testsuites name="deno test" tests="9" failures="1" errors="0" time="1">
      <testsuite name="./a_test.ts" tests="4" disabled="1" errors="0" failures="1"></testsuite>
      <testsuite name="./b_test.ts" tests="5" disabled="0" errors="0" failures="0"></testsuite></testsuites>`
    expect(fromJunit(xml)).toMatchObject({ passed: 7, failed: 1, skipped: 1 })
  })

  it('reports a browser test that passed only on a retry, and counts an error outside any test', () => {
    const report = (stats: object, errors: unknown[] = []) => JSON.stringify({ stats, errors })
    expect(fromPlaywright(report({ expected: 3, unexpected: 0, flaky: 1, skipped: 0 }))).toMatchObject({
      passed: 4,
      failed: 0,
      repeated: 1
    })
    expect(fromPlaywright(report({ expected: 0, unexpected: 0, flaky: 0, skipped: 0 }, [{}]))).toMatchObject({
      failed: 1
    })
  })

  it('names what failed, for a second try', () => {
    const testResults = [
      { name: '/a/stack/broken.test.ts', status: 'failed', assertionResults: [] },
      { name: '/a/stack/b.test.ts', status: 'passed', assertionResults: [] }
    ]
    expect(failedInVitest(JSON.stringify({ testResults }))).toEqual(['/a/stack/broken.test.ts'])
    const spec = (line: number, status: string) => ({
      ok: status === 'expected',
      file: 'ride.spec.ts',
      line,
      tests: [{ projectName: 'phone', status }]
    })
    const suites = [{ specs: [spec(3, 'flaky')], suites: [{ specs: [spec(9, 'unexpected'), spec(12, 'expected')] }] }]
    expect(failedInPlaywright(JSON.stringify({ suites }))).toEqual([{ place: 'ride.spec.ts:9', project: 'phone' }])
  })

  it('counts what passed at the second try, and what failed again', () => {
    const first = { passed: 5, failed: 2, skipped: 0, repeated: 1 }
    expect(withSecondTry(first, { passed: 9, failed: 1, skipped: 0 })).toMatchObject({
      passed: 6,
      failed: 1,
      repeated: 2
    })
    expect(withSecondTry(first, { passed: 0, failed: 4, skipped: 0 })).toMatchObject({ passed: 5, failed: 2 })
  })

  it('prints the closing line', () => {
    const counts = add({ passed: 1, failed: 0, skipped: 0 }, { passed: 2, failed: 1, skipped: 0 })
    expect(sentence(counts)).toBe('3 passed, 1 failed')
    expect(sentence({ ...counts, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped')
    expect(sentence({ ...counts, repeated: 1 })).toBe('3 passed, 1 failed, 1 at the second try')
  })
})
