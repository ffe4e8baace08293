import { type DayOrder, readDay, readFigure } from '@/components/data-table/import/cells'
import { type ImportField, type ImportKind, importFields, WHOLE_NAME } from './fields'
import { type Columns, folded, type ImportWords, readLanguage } from './words'

/** How the cells of a file are written. */
export interface Writing {
  order: DayOrder
  /** The decimal separator. */
  point: '.' | ','
  words: ImportWords
  /** Returns a phone number in E.164 form; null if the text is none. */
  phone: (text: string) => string | null
}

/** What a row says: texts by field, in the form that the database takes. Empty cells are left out. */
export type Facts = Record<string, string>

/** Splits a whole name: "Ospelt, Ida" has the last name first, in "Ida Maria Ospelt" it is the last word. */
export function splitName(text: string): { first_name: string; last_name: string } {
  const whole = text.replace(/\s+/g, ' ').trim()
  const comma = /^([^,]+),\s*(.+)$/.exec(whole)
  if (comma) return { first_name: comma[2] ?? '', last_name: comma[1] ?? '' }
  const at = whole.lastIndexOf(' ')
  return at < 0
    ? { first_name: whole, last_name: '' }
    : { first_name: whole.slice(0, at), last_name: whole.slice(at + 1) }
}

/** Returns a number with a decimal point, as the database takes it; null if the text is none. */
function plainNumber(text: string, point: '.' | ','): string | null {
  // A plain decimal stays as it is: coordinates have more digits than amounts.
  if (/^-?\d+(\.\d+)?$/.test(text) && (point === '.' || !text.includes('.'))) return text
  const figure = readFigure(text, point)
  return figure === null ? null : String(figure)
}

/** Reads a cell; a text that cannot be read stays as it is, and the database says what is wrong with it. */
function readCell({ name, readAs }: ImportField, text: string, writing: Writing): string {
  const chosen = (of: string) => writing.words.choices[of]?.[folded(text)]
  switch (readAs) {
    case 'phone':
      return writing.phone(text) ?? text
    case 'number':
    case 'whole':
      return plainNumber(text, writing.point) ?? text
    case 'day':
      return readDay(text, writing.order) ?? text
    case 'flag':
      return chosen('flag') ?? text
    case 'choice':
      return (name === 'lang_locale' ? readLanguage(text, writing.words) : chosen(name)) ?? text
    default:
      return text
  }
}

/** Reads a row of a file. */
export function factsOf(row: readonly string[], kind: ImportKind, columns: Columns, writing: Writing): Facts {
  const facts: Facts = {}
  const cell = (field: string) => (columns[field] === undefined ? '' : (row[columns[field]] ?? '').trim())
  for (const field of importFields[kind]) {
    const text = cell(field.name)
    if (text !== '') facts[field.name] = readCell(field, text, writing)
  }
  const whole = cell(WHOLE_NAME)
  if (whole === '') return facts
  const { first_name, last_name } = splitName(whole)
  return { ...(first_name && { first_name }), ...(last_name && { last_name }), ...facts }
}
