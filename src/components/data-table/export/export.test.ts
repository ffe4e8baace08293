import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { AppError } from '@/lib/server/errors'
import { allPages } from '../all-pages'
import type { CellValue, Column, Page } from '../types'
import { csvFile } from './csv'
import { fileName, SHEET_ROWS, writeFile } from './write-file'

interface Row {
  name: CellValue
  amount: CellValue
  at: CellValue
}

const columns: Column<Row>[] = [
  { id: 'name', label: 'Name, first', value: (row) => row.name },
  { id: 'amount', label: 'Amount', value: (row) => row.amount, kind: 'money' },
  { id: 'at', label: 'When', value: (row) => row.at, kind: 'moment' }
]

async function write(format: 'csv' | 'xlsx', pages: Row[][], signal = new AbortController().signal) {
  const progress: number[] = []
  const iterator = async function* () {
    yield* pages
  }
  const { file, rows } = await writeFile({
    format,
    label: 'Cars/all',
    columns,
    timeZone: 'Europe/Vaduz',
    pages: iterator(),
    onProgress: (count) => progress.push(count),
    signal
  })
  return { bytes: new Uint8Array(await file.arrayBuffer()), type: file.type, rows, progress }
}

/** Parses CSV strictly by RFC 4180. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  for (let match = field.exec(text); match && field.lastIndex <= text.length; match = field.exec(text)) {
    const [, quoted, plain, end] = match
    if (end !== '' || quoted || plain) rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  return rows.filter((row) => row.length > 0)
}

const hostile: Row[] = [
  { name: '=1+1', amount: -5.5, at: '2026-11-22T17:22:05Z' },
  { name: 'Said "no", \r\nleft', amount: 1234.5, at: '2026-07-01T00:00:00Z' },
  { name: '+423 555 01 01', amount: null, at: null },
  { name: '@SUM(A1)', amount: 0, at: 'soon' },
  { name: '\tTab', amount: 0.1, at: null },
  { name: '<b>&amp;</b> 日本 \u0007', amount: 12, at: null }
]

it("a CSV file reads back unchanged: headers, quotes, line breaks, decimal points, times in the operator's zone", async () => {
  const { bytes, type } = await write('csv', [hostile.slice(0, 3), hostile.slice(3)])
  expect(type).toBe('text/csv;charset=utf-8')
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(parseCsv(new TextDecoder().decode(bytes))).toEqual([
    ['Name, first', 'Amount', 'When'],
    ["'=1+1", '-5.5', '2026-11-22T18:22:05+01:00'],
    ['Said "no", \r\nleft', '1234.5', '2026-07-01T02:00:00+02:00'],
    ["'+423 555 01 01", '', ''],
    ["'@SUM(A1)", '0', 'soon'],
    ["'\tTab", '0.1', ''],
    ['<b>&amp;</b> 日本 \u0007', '12', '']
  ])
})

it('an Excel file refuses more rows than a sheet holds, while CSV accepts them', async () => {
  const column: Column<number> = { id: 'n', label: 'N', value: () => null }
  const sheet = {
    label: 'Cars',
    columns: [column],
    timeZone: 'UTC',
    onProgress: () => {},
    signal: new AbortController().signal
  }
  // Simulated pages without content: only their lengths matter in this test.
  const pages = async function* () {
    yield { length: SHEET_ROWS, map: () => [] } as unknown as number[]
    yield [1]
  }
  await expect(writeFile({ ...sheet, format: 'xlsx', pages: pages() })).rejects.toThrow('sheet_full')
  expect((await writeFile({ ...sheet, format: 'csv', pages: pages() })).rows).toBe(SHEET_ROWS + 1)
})

it('a negative number stays a number in the export', () => {
  expect(csvFile([[-12.5, '-12.50', Number.NaN]])).toBe('\uFEFF-12.5,-12.50,\r\n')
})

it('a workbook has text, number and date cells, and no formulas', async () => {
  const { bytes } = await write('xlsx', [hostile.slice(0, 2), hostile.slice(2)])
  const files = unzipSync(bytes)
  expect(Object.keys(files).sort()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml'
  ])
  const parse = (name: string) =>
    new DOMParser().parseFromString(strFromU8(files[name] ?? new Uint8Array()), 'application/xml')
  for (const name of Object.keys(files)) expect(parse(name).querySelector('parsererror'), name).toBeNull()
  expect(parse('xl/workbook.xml').querySelector('sheet')?.getAttribute('name')).toBe('Cars all')

  const sheet = parse('xl/worksheets/sheet1.xml')
  expect(sheet.querySelector('f')).toBeNull()
  const cells = [...sheet.querySelectorAll('row')].map((row) =>
    [...row.querySelectorAll('c')].map((cell) =>
      cell.getAttribute('t') === 'inlineStr'
        ? cell.textContent
        : cell.textContent === ''
          ? null
          : Number(cell.textContent)
    )
  )
  expect(cells).toEqual([
    ['Name, first', 'Amount', 'When'],
    // 46,348 days after Excel's day 0 (the end of 1899) is 22 November 2026; the fraction is 18:22:05 in Vaduz.
    ['=1+1', -5.5, expect.closeTo(46_348 + (18 * 3600 + 22 * 60 + 5) / 86_400, 6)],
    ['Said "no", \r\nleft'.replace('\r\n', '\n'), 1234.5, expect.closeTo(46_204 + 2 / 24, 6)],
    ['+423 555 01 01', null, null],
    ['@SUM(A1)', 0, 'soon'],
    ['\tTab', 0.1, null],
    ['<b>&amp;</b> 日本 ', 12, null]
  ])
})

it('an export reads all rows of the filter in pages of a thousand, and reports its progress', async () => {
  const asked: unknown[] = []
  const source = async (_query: unknown, { after, size }: { after: unknown; size: number }): Promise<Page<Row>> => {
    asked.push([after, size])
    const from = Number(after ?? 0)
    const rows = Array.from({ length: Math.min(size, 2500 - from) }, () => ({ name: 'a', amount: 1, at: null }))
    return { rows, next: from + size < 2500 ? from + size : null }
  }
  const progress: number[] = []
  const { signal } = new AbortController()
  const { rows } = await writeFile({
    format: 'csv',
    label: 'Cars',
    columns,
    timeZone: 'Europe/Vaduz',
    pages: allPages(source, { search: '', sort: null, filters: {} }, signal),
    onProgress: (count) => progress.push(count),
    signal
  })
  expect(rows).toBe(2500)
  expect(asked).toEqual([
    [null, 1000],
    [1000, 1000],
    [2000, 1000]
  ])
  expect(progress).toEqual([1000, 2000, 2500])
})

it('an export that is stopped between two pages saves no partial file', async () => {
  const control = new AbortController()
  const pages = async function* () {
    yield [hostile[0]] as Row[]
    control.abort()
    yield [hostile[1]] as Row[]
  }
  const options = { format: 'csv' as const, label: 'Cars', columns, timeZone: 'Europe/Vaduz', onProgress: () => {} }
  await expect(writeFile({ ...options, pages: pages(), signal: control.signal })).rejects.toThrow(/abort/i)
})

it("the database's refusal of a large export is shown", async () => {
  const { signal } = new AbortController()
  const source = async (): Promise<Page<Row>> => {
    throw new AppError('needs_approval')
  }
  const pages = allPages(source, { search: '', sort: null, filters: {} }, signal)
  const options = { format: 'csv' as const, label: 'Cars', columns, timeZone: 'Europe/Vaduz', onProgress: () => {} }
  await expect(writeFile({ ...options, pages, signal })).rejects.toMatchObject({ key: 'needs_approval' })
})

it("the file name contains the table and the day in the operator's calendar", () => {
  expect(fileName('bookings', Date.parse('2026-11-30T23:30:00Z'), 'Europe/Vaduz', 'xlsx')).toBe(
    'bookings-2026-12-01.xlsx'
  )
})
