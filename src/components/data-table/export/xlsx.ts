import { strToU8, Zip, ZipDeflate } from 'fflate'
import type { CellValue, ColumnKind } from '../types'
import type { FileWriter } from './csv'
import { offsetsOf } from './zoned-iso'

/*
 * Writes an Excel workbook with one sheet, row by row. We use no library, because libraries for workbooks keep all cells in
 * memory until the end. Each text is stored in its cell, not in a table of shared texts, so rows can be written at once. Cells
 * with a text have the type text, so that Excel never takes the text as a formula.
 */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Cell formats, by index in `xl/styles.xml`. */
const STYLE = { head: 1, moment: 2, day: 3, money: 4 }

const parts: Record<string, string> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`
}

/** The sheet's name: without the characters that Excel forbids, and at most 31 characters long. */
const sheetName = (label: string): string => escapeXml(label.replace(/[[\]:*?/\\']/g, ' ').slice(0, 31) || 'Sheet1')

const workbook = (label: string): string =>
  `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${sheetName(label)}" sheetId="1" r:id="rId1"/></sheets></workbook>`

/** Characters that XML cannot contain: most control characters, unpaired surrogates and two reserved characters. */
const UNWRITABLE = /(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]|\p{Cs}/gu
/** Maximum number of characters in an Excel cell. */
const LONGEST = 32_767

function escapeXml(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const textCell = (text: string, style = 0): string =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

const numberCell = (value: number, style = 0): string => `<c${style ? ` s="${style}"` : ''}><v>${value}</v></c>`

const DAY_MS = 86_400_000
/** Days between day 0 of Excel's calendar and 1 January 1970. */
const EPOCH_DAYS = 25_569

/** Returns functions that write a table as an Excel workbook, piece by piece. */
export function xlsxWriter(
  label: string,
  heads: readonly string[],
  kinds: readonly (ColumnKind | undefined)[],
  timeZone: string
): FileWriter {
  const offsetAt = offsetsOf(timeZone)
  let ready: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    ready.push(piece as Uint8Array<ArrayBuffer>)
  })
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 })
  const drain = () => {
    const pieces = ready
    ready = []
    return joined(pieces)
  }

  const cell = (value: CellValue, kind: ColumnKind | undefined): string => {
    if (value === null || value === undefined || value === '') return '<c/>'
    if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
    if (typeof value === 'number') {
      return Number.isFinite(value) ? numberCell(value, kind === 'money' ? STYLE.money : 0) : '<c/>'
    }
    if (kind !== 'moment' && kind !== 'day') return textCell(value)
    const at = Date.parse(value)
    if (Number.isNaN(at)) return textCell(value)
    const local = kind === 'day' ? at : at + offsetAt(at)
    return numberCell(local / DAY_MS + EPOCH_DAYS, STYLE[kind])
  }
  const row = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`

  return {
    type: `${TYPES}.sheet`,
    begin: () => {
      for (const [name, text] of Object.entries({ ...parts, 'xl/workbook.xml': workbook(label) })) {
        const file = new ZipDeflate(name)
        zip.add(file)
        file.push(strToU8(text), true)
      }
      zip.add(sheet)
      // Freezes the header row, so that it stays visible while scrolling.
      const view =
        '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
      const widths = heads.map((_, index) => `<col min="${index + 1}" max="${index + 1}" width="18" customWidth="1"/>`)
      sheet.push(
        strToU8(
          `${XML}<worksheet xmlns="${MAIN}">${view}<cols>${widths.join('')}</cols><sheetData>${row(heads.map((head) => textCell(head, STYLE.head)))}`
        )
      )
      return drain()
    },
    rows: (rows) => {
      sheet.push(strToU8(rows.map((values) => row(values.map((value, index) => cell(value, kinds[index])))).join('')))
      return drain()
    },
    end: () => {
      sheet.push(strToU8('</sheetData></worksheet>'), true)
      zip.end()
      return drain()
    }
  }
}

function joined(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
