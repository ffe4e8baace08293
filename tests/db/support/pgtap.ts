import { readFileSync } from 'node:fs'
import { splitStatements } from '../../../stack/database/statements.ts'
import { type Report, rolledBackOutcomes } from './outcomes.ts'

/** Reports the results in pgTAP's output; its comment lines are the details of the result before them. */
function reportTap(lines: readonly string[], report: Report): { planned: number | null; seen: number } {
  let planned: number | null = null
  const results: { passed: boolean; name: string; detail: string[] }[] = []
  for (const line of lines.flatMap((text) => text.split('\n'))) {
    const [, plan] = /^1\.\.(\d+)/.exec(line) ?? []
    if (plan !== undefined) planned = Number(plan)
    const [, result, name = ''] = /^(ok|not ok) \d+(?: - (.*))?/.exec(line) ?? []
    if (result) results.push({ passed: result === 'ok', name, detail: [] })
    else if (line.startsWith('#')) results.at(-1)?.detail.push(line.replace(/^# ?/, ''))
  }
  for (const { passed, name, detail } of results) report(passed, name, detail.join('\n'))
  return { planned, seen: results.length }
}

/** Runs a pgTAP file in one transaction that is rolled back; each of its assertions is a test. */
export function runPgtap(file: string): Promise<void> {
  return rolledBackOutcomes([], async (tx, report) => {
    const lines: string[] = []
    let failure: string | null = null
    for (const { text } of splitStatements(readFileSync(file, 'utf8'))) {
      try {
        for (const row of await tx.unsafe(text)) lines.push(String(Object.values(row)[0] ?? ''))
      } catch (error) {
        failure = `${error instanceof Error ? error.message : error}\n${text.trim()}`
        break
      }
    }
    const { planned, seen } = reportTap(lines, report)
    if (failure !== null) report(false, 'the file runs to its end', failure)
    else if (planned !== null && planned !== seen) report(false, `the file runs ${planned} tests, not ${seen}`)
  })
}
