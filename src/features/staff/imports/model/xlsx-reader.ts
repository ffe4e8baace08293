import { strFromU8, unzipSync } from 'fflate'
import { columnLetters, columnNumber } from './cell-names'
import { ImportProblem } from './problem'

/*
 * Reads the first visible sheet of an Excel workbook as texts: days as 2026-11-30, numbers without exponent or grouping. We use no
 * library, because those that read workbooks unpack everything that a file contains, however large, and lose the numbers of rows. No
 * entity is expanded and nothing outside of the file is read: the XML is searched, not parsed.
 */

/** Maximum size of the unpacked parts: a sheet of 20,000 rows and 50 columns has less. */
const MOST_UNPACKED = 256 * 1024 * 1024

/** Matches an element with any prefix: its attributes, and its content. */
const element = (name: string) =>
  new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, 'g')

const attribute = (attributes: string, name: string): string =>
  unescaped(
    new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)?.slice(1).find(Boolean) ??
      ''
  )

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves the references of XML, and Excel's own for control characters: `_x000D_`. */
function unescaped(text: string): string {
  return text
    .replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g, (whole, hex?: string, decimal?: string, name?: string) => {
      if (name) return NAMED[name] ?? whole
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** The text of a cell or a shared text: of all its parts, without the readings that Japanese texts may have beside them. */
function textOf(xml: string): string {
  const parts = xml.replace(element('rPh'), '').matchAll(element('t'))
  return [...parts].map(([, , text = '']) => unescaped(text)).join('')
}

/** Formats of Excel for days and times that need no definition. */
const isBuiltInDay = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Returns whether a format shows a day or a time: it has one of its letters outside of quotes, brackets and escapes. */
const isDayFormat = (code: string): boolean => /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\.|General/gi, ''))

/** Returns for each cell style whether it shows days. */
function dayStyles(styles: string): boolean[] {
  const own = new Map(
    [...styles.matchAll(element('numFmt'))].map(([, attributes = '']) => [
      attribute(attributes, 'numFmtId'),
      isDayFormat(attribute(attributes, 'formatCode'))
    ])
  )
  const [, , formats = ''] = element('cellXfs').exec(styles) ?? []
  return [...formats.matchAll(element('xf'))].map(([, attributes = '']) => {
    const id = attribute(attributes, 'numFmtId')
    return own.get(id) ?? isBuiltInDay(Number(id))
  })
}

const DAY_MS = 86_400_000
/** Day 0 of Excel's two calendars, from 1 January 1970. The first has a 29 February 1900, so earlier days are off by one. */
const EPOCH = { 1900: -25_569, 1904: -24_107 }

function dayText(serial: number, calendar: 1900 | 1904): string {
  const at = Math.round((serial + EPOCH[calendar]) * DAY_MS)
  if (Math.abs(at) > 8e15) return String(serial)
  const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).split('T')
  if (serial < 1 && serial >= 0) return time.slice(0, 5)
  return time === '00:00:00' ? day : `${day} ${time.slice(0, 5)}`
}

/** A number as a person would write it: a phone number of 11 digits is no 4.2E+10. */
function numberText(text: string): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  return Number.isSafeInteger(value)
    ? String(value)
    : String(value).includes('e')
      ? value.toFixed(10).replace(/\.?0+$/, '')
      : String(value)
}

/** Chooses the path of the first sheet that is not hidden. */
function firstSheet(workbook: string, relations: string): string | null {
  const sheets = [...workbook.matchAll(element('sheet'))].map(([, attributes = '']) => attributes)
  const shown = sheets.find((attributes) => !/hidden/i.test(attribute(attributes, 'state'))) ?? sheets[0]
  if (!shown) return null
  const id = /(?:^|\s)\w+:id\s*=\s*["']([^"']*)["']/.exec(shown)?.[1]
  const relation = [...relations.matchAll(element('Relationship'))]
    .map(([, attributes = '']) => attributes)
    .find((attributes) => attribute(attributes, 'Id') === id)
  const target = attribute(relation ?? '', 'Target')
  return target ? target.replace(/^\/?(?:xl\/)?/, 'xl/') : null
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  let size = 0
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (
          !/^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/.test(
            name
          )
        ) {
          return false
        }
        size += originalSize
        if (size > MOST_UNPACKED) throw new ImportProblem('too_large')
        return true
      }
    })
  } catch (error) {
    if (error instanceof ImportProblem) throw error
    throw new ImportProblem('unreadable')
  }
}

interface Limits {
  rows: number
  columns: number
}

/**
 * Reads the first visible sheet. `rows[n]` is the sheet's row n + 1; rows that the file leaves out are empty.
 *
 * @throws ImportProblem `unreadable`, `no_sheet`, `too_large`, `too_many_rows`, `too_many_columns`
 */
export function readXlsx(bytes: Uint8Array, most: Limits): string[][] {
  const files = unpacked(bytes)
  const part = (name: string): string => (files[name] ? strFromU8(files[name]) : '')
  const workbook = part('xl/workbook.xml')
  const path = firstSheet(workbook, part('xl/_rels/workbook.xml.rels'))
  const sheet = path === null ? '' : part(path)
  if (sheet === '') throw new ImportProblem('no_sheet')
  const shared = [...part('xl/sharedStrings.xml').matchAll(element('si'))].map(([, , xml = '']) => textOf(xml))
  const isDay = dayStyles(part('xl/styles.xml'))
  const [, properties = ''] = element('workbookPr').exec(workbook) ?? []
  const calendar = /^(?:1|true)$/.test(attribute(properties, 'date1904')) ? 1904 : 1900

  const cellText = (attributes: string, xml: string): string => {
    const kind = attribute(attributes, 't')
    if (kind === 'inlineStr') return textOf(xml)
    const [, , raw = ''] = element('v').exec(xml) ?? []
    const value = unescaped(raw)
    if (kind === 's') return shared[Number(value)] ?? ''
    if (kind === 'b') return value === '1' ? 'true' : 'false'
    if (kind === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '')
    if (kind === 'str' || kind === 'e' || value === '') return value
    return isDay[Number(attribute(attributes, 's') || -1)] ? dayText(Number(value), calendar) : numberText(value)
  }

  const rows: string[][] = []
  let nr = 0
  for (const [, attributes = '', xml = ''] of sheet.matchAll(element('row'))) {
    nr = Number(attribute(attributes, 'r')) || nr + 1
    const row: string[] = []
    // Cells may leave out where they are: then they follow the one before.
    let at = -1
    for (const [, of = '', content = ''] of xml.matchAll(element('c'))) {
      at = columnNumber(attribute(of, 'r')) ?? at + 1
      const text = cellText(of, content)
      if (text.trim() === '') continue
      if (at >= most.columns) throw new ImportProblem('too_many_columns', `${columnLetters(at)}${nr}`)
      while (row.length < at) row.push('')
      row[at] = text
    }
    if (row.length === 0) continue
    if (nr > most.rows) throw new ImportProblem('too_many_rows', String(nr))
    while (rows.length < nr - 1) rows.push([])
    rows[nr - 1] = row
  }
  return rows
}
