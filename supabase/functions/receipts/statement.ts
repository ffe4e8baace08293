import { PDFDocument, type PDFImage } from 'pdf-lib'
import { builtIn } from '../_shared/messages/language.ts'
import { plainWriter, type Writer } from '../_shared/messages/sent.ts'
import type { DriverAmounts, DriverStatement } from './contract.ts'
import { embedLogo, savePdf } from './document.ts'
import { row } from './paper.ts'
import { CONTENT, Sheet, type TextStyle } from './pdf/sheet.ts'
import { fill, type Reader, readerOf, statementWords } from './words.ts'

type StatementWords = (typeof statementWords)['en']

const exact = (amount: number): number => Math.round(amount * 1000) / 1000

/**
 * Returns what the driver earned: the change of the wallet (`net`) without payouts, which are no earnings, plus the collected
 * cash. `cash` and `payouts` are negative sums, so they are subtracted.
 */
export const earnedOf = ({ net, cash }: DriverAmounts, payouts = 0): number => exact(net - cash - payouts)

/**
 * Layout of the table of trips, in points. AMOUNT is the width of each of the five columns of amounts. FIRST is where the first
 * of them begins. WHEN is the width of the column with the time. The reference fills the space between WHEN and FIRST.
 */
const AMOUNT = 68
const FIRST = CONTENT - 5 * AMOUNT
const WHEN = 92

/** Draws a line of the table of trips; `cells` are time, reference and five amounts. */
function line(sheet: Sheet, cells: readonly string[], style: TextStyle): void {
  const [when = '', which = '', ...amounts] = cells
  const size = { size: 8.5, ...style }
  const height = Math.max(...cells.map((cell, at) => sheet.heightOf(cell, { ...size, width: widthOf(at) - 4 })))
  sheet.need(height + 4)
  sheet.text(when, { ...size, width: WHEN - 4 })
  sheet.text(which, { ...size, x: WHEN, width: FIRST - WHEN - 4 })
  for (const [at, amount] of amounts.entries()) {
    sheet.text(amount, { ...size, x: FIRST + at * AMOUNT, width: AMOUNT, align: 'end' })
  }
  sheet.y -= height + 3
}

const widthOf = (column: number): number => [WHEN, FIRST - WHEN][column] ?? AMOUNT

function head(sheet: Sheet, statement: DriverStatement, reader: Reader, words: StatementWords, logo: PDFImage | null) {
  const { company, driver, week_begins, week_ends } = statement
  const half = { width: CONTENT / 2 - 8 }
  const end = { ...half, x: CONTENT / 2 + 8, align: 'end' } as const
  sheet.addPage()
  sheet.y -= 8
  const top = sheet.y
  if (logo) {
    sheet.image(logo, 40, half.width)
    sheet.y -= 48
  } else sheet.y -= sheet.text(company.app_name, { ...half, size: 18, weight: 'semibold' }) + 4
  const tax = company.tax_number && fill(reader.words.tax_number, { number: company.tax_number })
  const lines = [
    company.name || (logo ? company.app_name : ''),
    ...company.address.split('\n'),
    company.registration ?? '',
    tax,
  ]
  for (const said of lines.filter((one) => one.trim() !== '')) {
    sheet.y -= sheet.text(said, { ...half, size: 9, colour: 'muted' })
  }
  const low = sheet.y
  sheet.y = top
  const week = fill(words.week, { from: reader.day(noon(week_begins)), to: reader.day(noon(week_ends)) })
  sheet.y -= sheet.text(words.title, { ...end, size: 18, weight: 'semibold' }) + 4
  sheet.y -= sheet.text(week, { ...end, size: 9, colour: 'muted' })
  sheet.y -= sheet.text(driver.name, { ...end, size: 11, weight: 'semibold' })
  if (driver.vehicle_number) sheet.y -= sheet.text(driver.vehicle_number, { ...end, size: 9, base: 'ltr' })
  sheet.y = Math.min(low, sheet.y)
  sheet.rule(12)
}

/** Returns a time for printing a day, which has no time zone: noon UTC falls on that day in nearly all time zones. */
const noon = (day: string): string => `${day}T12:00:00Z`

const LINES = ['fares', 'tips', 'fees', 'fleet_part', 'tax', 'charges', 'other'] as const

function sums(sheet: Sheet, { totals, opening, closing }: DriverStatement, { money }: Reader, words: StatementWords) {
  for (const name of LINES) if (totals[name] !== 0) row(sheet, words[name], money(totals[name]))
  const earned = earnedOf(totals, totals.payouts)
  sheet.rule(4)
  row(sheet, words.earned, money(earned), { size: 14, weight: 'semibold' })
  if (totals.cash !== 0) row(sheet, words.in_cash, money(exact(-totals.cash)), { size: 9, colour: 'muted' })
  sheet.rule(8)
  row(sheet, words.opening, money(opening))
  row(sheet, words.in_wallet, money(exact(earned + totals.cash)))
  if (totals.payouts !== 0) row(sheet, words.payouts, money(totals.payouts))
  row(sheet, words.closing, money(closing), { weight: 'semibold' })
  sheet.rule(10)
}

function trips(sheet: Sheet, statement: DriverStatement, reader: Reader, words: StatementWords): void {
  const { money } = reader
  sheet.y -= sheet.text(`${words.trips}: ${statement.totals.trips}`, { size: 12, weight: 'semibold' }) + 6
  if (statement.trips.length === 0) {
    sheet.y -= sheet.text(words.none, { colour: 'muted' })
    return
  }
  const titles = [words.when, words.booking, words.fare, words.share, words.tip, words.cash, words.wallet]
  line(sheet, titles, { colour: 'muted' })
  for (const trip of statement.trips) {
    line(sheet, [
      reader.moment(trip.at),
      trip.reference,
      trip.trip_cost === null ? '' : money(trip.trip_cost),
      money(trip.fares),
      trip.tips === 0 ? '' : money(trip.tips),
      trip.cash === 0 ? '' : money(exact(-trip.cash)),
      money(trip.net),
    ], {})
  }
}

/**
 * Returns a driver's week as a PDF: the earnings and what they consist of, the wallet's movements, and every trip.
 *
 * @param lang the reader's language; the firm's default one or English if there are no texts in it
 * @param logo PNG or JPEG; null to print the app's name instead
 * @param writer the firm's own texts and its default language
 */
export async function makeStatement(
  statement: DriverStatement,
  lang: string,
  logo: Uint8Array | null,
  writer: Writer = plainWriter,
) {
  const { company, money, driver } = statement
  // A firm has no texts of its own for the statement, so the whole of it is in a language of ours.
  const language = builtIn(lang, writer.standard)
  const reader = readerOf(language, money)
  const words = statementWords[language]
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(`${words.title} ${statement.week_begins} · ${driver.name}`, { showInWindowTitleBar: true })
  pdf.setAuthor(company.name || company.app_name)
  pdf.setLanguage(reader.language)
  const sheet = new Sheet(pdf, reader.isRtl)
  head(sheet, statement, reader, words, await embedLogo(pdf, logo))
  sums(sheet, statement, reader, words)
  trips(sheet, statement, reader, words)
  return await savePdf(pdf, sheet, reader, company)
}
