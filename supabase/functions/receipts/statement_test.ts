import { assert, assertEquals } from '@std/assert'
import { PDFDocument, type PDFRawStream } from 'pdf-lib'
import type { DriverStatement } from './contract.ts'
import { makeStatement } from './statement.ts'
import { receipt } from './testing/papers.ts'

const amounts = { fares: 20, tips: 2, cash: -17, tax: 0, fleet_part: -2, fees: 0, other: 0, net: 3 }

/** A statement with the given number of equal trips, and a withdrawal. */
function statementOf(count: number): DriverStatement {
  const times = (value: number) => value * count
  return {
    company: receipt.company,
    money: receipt.money,
    week_begins: '2026-11-23',
    week_ends: '2026-11-29',
    driver: { name: 'Lukas Marxer', vehicle_number: 'FL 12345' },
    opening: 10,
    closing: 10 + times(3) - 8,
    days: [],
    trips: Array.from({ length: count }, () => ({
      ...amounts,
      reference: 'QWERTZ',
      at: '2026-11-24T08:15:00Z',
      payment_mode: 'cash',
      trip_cost: 22,
    })),
    totals: {
      fares: times(20),
      tips: times(2),
      cash: times(-17),
      tax: 0,
      fleet_part: times(-2),
      fees: 0,
      other: 0,
      net: times(3) - 8,
      trips: count,
      charges: 0,
      payouts: -8,
    },
  }
}

async function textsOf(statement: DriverStatement, lang: string): Promise<{ pages: number; texts: string[] }> {
  const pdf = await PDFDocument.load(await makeStatement(statement, lang, null))
  const texts: string[] = []
  for (const page of pdf.getPages()) {
    const { contents } = page.node.Contents() as PDFRawStream
    const stream = new Blob([contents.slice().buffer]).stream().pipeThrough(new DecompressionStream('deflate'))
    const operators = await new Response(stream).text()
    for (const [, hex = ''] of operators.matchAll(/ActualText <([0-9A-Fa-f]*)>/g)) {
      const units = hex.match(/.{4}/g)?.map((unit) => Number.parseInt(unit, 16)) ?? []
      texts.push(String.fromCharCode(...units).replace(/^\ufeff/, ''))
    }
  }
  return { pages: pdf.getPageCount(), texts }
}

Deno.test('a statement has the driver, the week, the earnings, and the wallet’s changes', async () => {
  const { pages, texts } = await textsOf(statementOf(2), 'en')
  assertEquals(pages, 1)
  for (const said of ['Weekly statement', 'Lukas Marxer', 'FL 12345', '23 November 2026 to 29 November 2026']) {
    assert(texts.includes(said), said)
  }
  const after = (label: string) => texts[texts.indexOf(label) + 1]
  assertEquals(after('Earned'), 'CHF\u00a040.00')
  assertEquals(after('of it in your hand, as cash'), 'CHF\u00a034.00')
  assertEquals(after('to your wallet'), 'CHF\u00a06.00')
  assertEquals(after('Paid out'), '\u2212CHF\u00a08.00')
  assertEquals(after('Wallet at the end of the week'), 'CHF\u00a08.00')
})

Deno.test('a week of many trips needs more pages and omits none', async () => {
  const { pages, texts } = await textsOf(statementOf(120), 'de')
  assert(pages > 1, `${pages} pages`)
  assertEquals(texts.filter((text) => text === 'QWERTZ').length, 120)
  assert(texts.includes(`Seite ${pages} von ${pages}`))
})

Deno.test('a week without trips says so, in Arabic, too', async () => {
  assert((await textsOf(statementOf(0), 'ar')).texts.includes('لا رحلات في هذا الأسبوع.'))
})
