import type { PDFImage } from 'pdf-lib'
import type { LaterContent, Line, ReceiptContent, ReceiptDocument } from './contract.ts'
import { CONTENT, type Sheet, type TextStyle } from './pdf/sheet.ts'
import { fill, type Reader } from './words.ts'

const AMOUNT = 110
const ITEM = CONTENT - AMOUNT - 12
const HALF = CONTENT / 2 - 8

/** Draws a row with a label and an amount. */
export function row(sheet: Sheet, label: string, amount: string, style: TextStyle = {}): void {
  const text = { ...style, width: ITEM }
  sheet.need(sheet.heightOf(label, text) + 4)
  const height = sheet.text(label, text)
  sheet.text(amount, { ...style, x: CONTENT - AMOUNT, width: AMOUNT, align: 'end', base: 'ltr' })
  sheet.y -= height + 2
}

/** Draws a label above its value, in the column that begins at `x`; returns the height. */
function fact(sheet: Sheet, label: string, value: string, x: number, width = HALF): number {
  const top = sheet.y
  sheet.y -= sheet.text(label, { x, width, size: 8, colour: 'muted' })
  const height = top - sheet.y + sheet.text(value, { x, width })
  sheet.y = top
  return height + 6
}

/** Draws labels and values in two columns; those without a value are omitted. */
function facts(sheet: Sheet, list: readonly (readonly [label: string, value: string | null | undefined])[]): void {
  const known = list.flatMap(([label, value]) => value ? [[label, value] as const] : [])
  for (let n = 0; n < known.length; n += 2) {
    sheet.need(40)
    const heights = known.slice(n, n + 2).map(([label, value], at) => fact(sheet, label, value, at * (HALF + 16)))
    sheet.y -= Math.max(...heights)
  }
}

function head(
  sheet: Sheet,
  { kind, number, issued_at, content }: ReceiptDocument,
  reader: Reader,
  logo: PDFImage | null,
) {
  const { words } = reader
  const { company, trip } = content
  const half = { width: HALF }
  const end = { x: HALF + 16, width: HALF, align: 'end' } as const
  sheet.addPage()
  sheet.y -= 8
  const top = sheet.y
  if (logo) {
    sheet.image(logo, 40, HALF)
    sheet.y -= 48
  } else sheet.y -= sheet.text(company.app_name, { ...half, size: 18, weight: 'semibold' }) + 4
  const small = { ...half, size: 9, colour: 'muted' } as const
  const tax = company.tax_number && fill(words.tax_number, { number: company.tax_number })
  const lines = [
    company.name || (logo ? company.app_name : ''),
    ...company.address.split('\n'),
    company.registration ?? '',
    tax,
  ]
  for (const line of lines.filter((one) => one.trim() !== '')) sheet.y -= sheet.text(line, small)
  const low = sheet.y
  sheet.y = top
  sheet.y -= sheet.text(words.title[kind], { ...end, size: 18, weight: 'semibold' }) + 4
  sheet.y -= sheet.text(number, { ...end, size: 11, weight: 'semibold', base: 'ltr' })
  sheet.y -= sheet.text(reader.day(issued_at), { ...end, size: 9, colour: 'muted' })
  sheet.y -= sheet.text(fill(words.reference, { reference: trip.reference }), { ...end, size: 9, colour: 'muted' })
  sheet.y = Math.min(low, sheet.y)
  sheet.rule(12)
}

function tripOf(sheet: Sheet, { content, customer_name, guest_name, driver_name }: ReceiptDocument, reader: Reader) {
  const { words } = reader
  const { trip } = content
  const way = [
    trip.distance === null ? '' : reader.distance(trip.distance),
    trip.secs === null ? '' : reader.duration(trip.secs),
  ].filter(Boolean).join(' · ')
  facts(sheet, [
    [words.rider, customer_name],
    [words.guest, guest_name],
    [words.driver, driver_name],
    [words.vehicle, [trip.vehicle_number, trip.vehicle].filter(Boolean).join(' · ') || trip.car_type],
    [words.way, way],
  ])
  sheet.y -= 4
  const stop = (label: string, address: string, at: string | null) => {
    const place = { x: 130, width: CONTENT - 130 }
    sheet.need(sheet.heightOf(address, place) + 6)
    sheet.text(label, { width: 120, size: 8, colour: 'muted' })
    let height = sheet.text(address, place)
    if (at) {
      sheet.y -= height
      const below = sheet.text(reader.moment(at), { ...place, size: 8, colour: 'muted' })
      sheet.y += height
      height += below
    }
    sheet.y -= height + 4
  }
  stop(words.pickup, trip.pickup, trip.pickup_at)
  for (const address of trip.stops) stop(words.stop, address, null)
  stop(words.drop, trip.drop, trip.drop_at)
  sheet.rule(8)
}

const UNITS = ['km', 'mi', 'min'] as const

/** Returns the text of a fare's line, such as "Distance · 3.705 km × CHF 2.40"; the app's page of the trip shows the same. */
function itemOf(line: Line, { words, figure, rate }: Reader): string {
  const named = textOf(words.line, line.key)
  const unit = UNITS.find((one) => one === line.unit)
  const quantity = line.quantity === undefined
    ? ''
    : `${figure(line.quantity)}\u00a0${unit ? words.unit[unit] : line.unit ?? ''}`
  const how = quantity && line.rate !== undefined ? `${quantity} × ${rate(line.rate)}` : quantity
  return [named, line.name, how].filter(Boolean).join(' · ')
}

/** The text of a name, or that of `other`. */
const textOf = <Name extends string>(texts: Record<Name | 'other', string>, name: string): string =>
  texts[name as Name] ?? texts.other

function receiptBody(sheet: Sheet, content: ReceiptContent, tip: number, reader: Reader): void {
  const { words, money } = reader
  row(sheet, words.item, words.amount, { size: 8, colour: 'muted' })
  for (const line of content.lines) row(sheet, itemOf(line, reader), money(line.amount))
  sheet.rule(6)
  const others = content.parts.filter(({ kind }) => kind !== 'fare')
  if (others.length > 0) row(sheet, words.total, money(content.total))
  for (const { kind, amount, name = '' } of others) {
    row(sheet, fill(textOf(words.part, kind), { name }), money(amount))
  }
  sheet.need(90)
  row(sheet, words.due, money(content.due), { size: 14, weight: 'semibold' })
  taxRow(sheet, content, reader)
  sheet.rule(8)
  for (const { way, amount } of content.payments) {
    row(sheet, amount < 0 ? words.returned : textOf(words.paid_by, way), money(amount))
  }
  if (tip > 0) row(sheet, words.tip, money(tip), { colour: 'muted' })
  row(sheet, fill(words.paid_at, { when: reader.moment(content.paid_at) }), '', { size: 9, colour: 'muted' })
}

type Taxed = Pick<ReceiptContent, 'tax' | 'tax_percent' | 'tax_name'>

function taxRow(sheet: Sheet, { tax, tax_percent, tax_name = '' }: Taxed, reader: Reader): void {
  if (tax === 0) return
  const percent = reader.figure(tax_percent)
  const label = fill(tax_name ? reader.words.tax_named : reader.words.tax, { percent, name: tax_name })
  row(sheet, label, reader.money(tax), { size: 9, colour: 'muted' })
}

function laterBody(sheet: Sheet, isAddition: boolean, content: LaterContent, reader: Reader): void {
  const { words, money } = reader
  row(sheet, fill(words.for_receipt, { number: content.receipt, when: reader.day(content.receipt_at) }), '')
  row(sheet, isAddition ? words.added : words.given_back, money(content.amount), { size: 14, weight: 'semibold' })
  taxRow(sheet, content, reader)
  sheet.rule(8)
  for (const { way, amount } of content.ways) {
    row(sheet, isAddition ? words.paid_by[way] : words.back_to[way], money(amount))
  }
  row(sheet, reader.moment(content.at), '', { size: 9, colour: 'muted' })
}

/** Draws a receipt, a credit note or an addition, from the top of a new page. */
export function drawPaper(sheet: Sheet, paper: ReceiptDocument, reader: Reader, logo: PDFImage | null): void {
  head(sheet, paper, reader, logo)
  tripOf(sheet, paper, reader)
  if (paper.kind === 'receipt') receiptBody(sheet, paper.content, paper.tip, reader)
  else laterBody(sheet, paper.kind === 'addition', paper.content, reader)
}
