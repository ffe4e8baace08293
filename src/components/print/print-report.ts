/**
 * The content of a printed report. The browser lays it out and prints it, because browsers handle every script (such as Arabic)
 * correctly.
 */
export interface PrintedReport {
  title: string
  /** Lines of the operator's letterhead; the first is the operator's name. */
  letterhead: readonly string[]
  /** The address of the operator's logo, printed above the name. */
  logo?: string | undefined
  /** Facts above the rows: period, currency, author and time of printing. */
  facts: readonly (readonly [label: string, text: string])[]
  columns: readonly PrintedColumn[]
  rows: readonly PrintedRow[]
  /** A note printed below the rows. */
  note?: string
  /** Prints in landscape format. */
  isWide?: boolean
}

export interface PrintedColumn {
  label: string
  /** The ledger account to which the column's figures belong. */
  account?: string | undefined
  isFigure: boolean
}

export interface PrintedRow {
  kind: 'row' | 'group' | 'sum'
  cells: readonly string[]
}

/** The id of the printed element. */
export const PRINT_SHEET = 'print-sheet'

/** Writes a text as a CSS string literal. Characters that could end the literal or the style sheet are escaped. */
const cssText = (text: string): string =>
  `"${text.replace(/["\\<>\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`

function rules({ title, letterhead, isWide }: PrintedReport, font: string, isRtl: boolean): string {
  const [before, after] = isRtl ? ['right', 'left'] : ['left', 'right']
  const small = `font: 7.5pt ${font}; color: #444`
  return `
@media screen { #${PRINT_SHEET} { display: none } }
@page { size: A4 ${isWide ? 'landscape' : 'portrait'}; margin: 14mm 12mm 17mm;
  @bottom-${before} { content: ${cssText([letterhead[0], title].filter(Boolean).join(' · '))}; ${small} }
  @bottom-${after} { content: counter(page) " / " counter(pages); ${small} } }
@media print {
  html, body { background: #fff !important; height: auto !important; overflow: visible !important; color-scheme: light }
  body > :not(#${PRINT_SHEET}) { display: none !important }
  #${PRINT_SHEET} { color: #000; font-size: 8.5pt; line-height: 1.35 }
  #${PRINT_SHEET} header { display: flex; justify-content: space-between; gap: 10mm; margin-bottom: 6mm }
  #${PRINT_SHEET} address img { display: inline-block; max-height: 14mm; max-width: 60mm; margin-bottom: 2mm }
  #${PRINT_SHEET} address { font-style: normal; text-align: end }
  #${PRINT_SHEET} h1 { font-size: 15pt; font-weight: 600; margin: 0 0 2mm }
  #${PRINT_SHEET} dl { display: grid; grid-template-columns: auto 1fr; gap: 0.3mm 4mm; margin: 0 }
  #${PRINT_SHEET} dt { color: #444 }
  #${PRINT_SHEET} dd { margin: 0 }
  #${PRINT_SHEET} table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
  #${PRINT_SHEET} thead { display: table-header-group }
  #${PRINT_SHEET} tr { break-inside: avoid }
  #${PRINT_SHEET} th, #${PRINT_SHEET} td { padding: 1mm 1.5mm; text-align: start; vertical-align: top; border-bottom: 0.2mm solid #bbb }
  #${PRINT_SHEET} thead th { border-bottom: 0.4mm solid #000; font-weight: 600 }
  #${PRINT_SHEET} thead small { display: block; font-weight: 400; font-size: 6.5pt; color: #444 }
  #${PRINT_SHEET} .figure { text-align: end; white-space: nowrap }
  #${PRINT_SHEET} .group > * { font-weight: 600; padding-top: 3mm; break-after: avoid }
  #${PRINT_SHEET} .sum > * { font-weight: 600; border-top: 0.4mm solid #000 }
  #${PRINT_SHEET} p { margin: 4mm 0 0; color: #444 }
}`
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  content: string | readonly Node[] = '',
  className = ''
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className) made.className = className
  if (typeof content === 'string') made.textContent = content
  else made.append(...content)
  return made
}

/** Returns an element that keeps the direction of a text separate from the direction of the text around it. */
const own = (text: string): HTMLElement => element('bdi', text)

function headOf({ columns }: PrintedReport): HTMLElement {
  const heads = columns.map(({ label, account, isFigure }) => {
    const head = element('th', [own(label)], isFigure ? 'figure' : '')
    head.scope = 'col'
    if (account) head.append(element('small', [own(account)]))
    return head
  })
  return element('thead', [element('tr', heads)])
}

function rowOf({ kind, cells }: PrintedRow, columns: readonly PrintedColumn[]): HTMLElement {
  const made = cells.map((cell, at) => element('td', [own(cell)], columns[at]?.isFigure ? 'figure' : ''))
  return element('tr', made, kind === 'row' ? '' : kind)
}

function markOf({ logo }: PrintedReport): HTMLElement[] {
  if (!logo) return []
  const mark = element('img')
  mark.alt = ''
  mark.src = logo
  return [mark]
}

/** Returns the element that is printed: the report, and a style sheet with the layout of printed pages. */
export function sheetOf(report: PrintedReport): HTMLElement {
  const { direction, fontFamily } = getComputedStyle(document.body)
  const facts = report.facts.flatMap(([label, text]) => [element('dt', label), element('dd', [own(text)])])
  const body = element(
    'tbody',
    report.rows.map((row) => rowOf(row, report.columns))
  )
  const sheet = element('section', [
    element('style', rules(report, fontFamily || 'sans-serif', direction === 'rtl')),
    element('header', [
      element('div', [element('h1', report.title), element('dl', facts)]),
      element('address', [...markOf(report), ...report.letterhead.map((line) => element('div', [own(line)]))])
    ]),
    element('table', [headOf(report), body])
  ])
  if (report.note) sheet.append(element('p', report.note))
  sheet.id = PRINT_SHEET
  return sheet
}

/** How long printing waits for the logo (ms). After this time the report is printed without it. */
const LOGO_MS = 3000

/** Calls `run` when the logo is loaded. If loading fails or takes longer than `LOGO_MS`, the logo is removed first. */
function whenDrawn(sheet: HTMLElement, run: () => void): void {
  const mark = sheet.querySelector('img')
  if (!mark) {
    run()
    return
  }
  const late = new Promise((_, reject) => setTimeout(reject, LOGO_MS))
  Promise.race([mark.decode(), late])
    .catch(() => mark.remove())
    .then(run)
}

/** Removes the printed sheet from the page; null if nothing is being printed. */
let close: (() => void) | null = null

/** Opens the browser's print dialog for a report. */
export const printReport = (report: PrintedReport): void => printSheet(sheetOf(report), report.title)

/** Opens the browser's print dialog for an element with its own style sheet. When the dialog closes, it is removed from the page. */
export function printSheet(sheet: HTMLElement, name: string): void {
  close?.()
  const { title } = document
  // The document's title is the default file name when printing to a file.
  document.title = name
  document.body.append(sheet)
  const done = () => {
    window.removeEventListener('afterprint', done)
    sheet.remove()
    document.title = title
    close = null
  }
  close = done
  window.addEventListener('afterprint', done)
  whenDrawn(sheet, () => close === done && window.print())
}
