import { garbage } from '../../../_shared/http-client/failure.ts'
import { inside, parsed, textOf } from '../read.ts'

/** A line of the account's history: keys are the names of the columns. */
export type Line = Readonly<Record<string, string>>

/**
 * Parses the account's history. It is CSV, which PayFast may wrap into JSON.
 *
 * @throws {ProviderFailure} of kind `garbage`: the response is not as documented
 */
export function readHistory(answer: string): Line[] {
  const isJson = /^\s*[[{]/.test(answer)
  if (answer.trim() === '') return []
  const [names = [], ...rows] = rowsOf(isJson ? unwrapped(answer) : answer)
  if (!names.includes('M Payment ID') || !names.includes('PF Payment ID')) {
    throw garbage('the history has other columns')
  }
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]?.trim() ?? ''])))
}

function unwrapped(answer: string): string {
  const json = parsed(new TextEncoder().encode(answer))
  const csv = textOf(json.response) ?? textOf(inside(json.data).response)
  if (csv === undefined) throw garbage('the history is no CSV')
  return csv
}

function rowsOf(csv: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < csv.length) {
    const [, value = '', end] = cell.exec(csv) ?? []
    if (end === undefined) throw garbage('the history is no CSV')
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows.filter((cells) => cells.some((value) => value.trim() !== ''))
}
