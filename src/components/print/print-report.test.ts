import { afterEach, expect, it, vi } from 'vitest'
import { type PrintedReport, printReport, sheetOf } from './print-report'

const report: PrintedReport = {
  title: 'Trial balance',
  letterhead: ['Cabs "R" Us </style><b>', 'Aeulestrasse 1, Vaduz'],
  facts: [
    ['Period', '1 Nov – 30 Nov 2026'],
    ['Made', 'by ليلى حداد']
  ],
  columns: [
    { label: 'Account', isFigure: false },
    { label: 'Fees', account: 'revenue.convenience', isFigure: true }
  ],
  rows: [
    { kind: 'group', cells: ['November', ''] },
    { kind: 'row', cells: ['<img src=x onerror=alert(1)>', '1.50'] },
    { kind: 'sum', cells: ['Sum', '1.50'] }
  ],
  note: 'All amounts in CHF.'
}

afterEach(() => {
  window.dispatchEvent(new Event('afterprint'))
  vi.unstubAllGlobals()
})

it('a report has header, facts, accounts, rows and sums; a name with markup stays text', () => {
  const sheet = sheetOf(report)
  expect(sheet.querySelector('h1')?.textContent).toBe('Trial balance')
  expect([...sheet.querySelectorAll('address div')].map(({ textContent }) => textContent)).toEqual(report.letterhead)
  expect([...sheet.querySelectorAll('dd')].map(({ textContent }) => textContent)).toEqual(
    report.facts.map(([, text]) => text)
  )
  expect(sheet.querySelector('thead')?.textContent).toBe('AccountFeesrevenue.convenience')
  expect([...sheet.querySelectorAll('tbody tr')].map((row) => [row.className, row.textContent])).toEqual([
    ['group', 'November'],
    ['', '<img src=x onerror=alert(1)>1.50'],
    ['sum', 'Sum1.50']
  ])
  expect(sheet.querySelector('img, b')).toBeNull()
  expect(sheet.querySelector('style')?.textContent).toContain(
    '"Cabs \\22 R\\22  Us \\3c /style\\3e \\3c b\\3e  · Trial balance"'
  )
})

it('a report waits for the operator’s logo, and prints without it if it fails to load', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  let drawn = () => {}
  const decode = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        drawn = resolve
      })
  )
  Object.assign(HTMLImageElement.prototype, { decode })
  const sheet = () => document.getElementById('print-sheet')
  printReport({ ...report, logo: 'https://api.test/logo-1' })
  expect(sheet()?.querySelector('address')?.firstElementChild).toMatchObject({
    src: 'https://api.test/logo-1',
    alt: ''
  })
  expect(print).not.toHaveBeenCalled()
  drawn()
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  decode.mockRejectedValue(new DOMException('broken', 'EncodingError'))
  printReport({ ...report, logo: 'https://api.test/logo-2' })
  await vi.waitFor(() => expect(print).toHaveBeenCalledTimes(2))
  expect(sheet()?.querySelector('img')).toBeNull()
})

it('a report is printed under its name, and the page is restored afterwards', () => {
  document.title = 'Hackney'
  const print = vi.fn(() => {
    expect(document.title).toBe('Trial balance')
    expect(document.querySelectorAll('#print-sheet')).toHaveLength(1)
  })
  vi.stubGlobal('print', print)
  printReport(report)
  printReport(report)
  expect(print).toHaveBeenCalledTimes(2)
  window.dispatchEvent(new Event('afterprint'))
  expect(document.getElementById('print-sheet')).toBeNull()
  expect(document.title).toBe('Hackney')
})
