import { assert, assertEquals } from '@std/assert'
import { PDFDocument, type PDFRawStream } from 'pdf-lib'
import type { ReceiptDocument } from './contract.ts'
import { makePdf } from './document.ts'
import { paper, receipt } from './testing/papers.ts'
import { readerOf } from './words.ts'

interface Seen {
  pages: number
  bytes: number
  /** The texts of the PDF, each in reading order. */
  texts: string[]
}

async function inflate(bytes: Uint8Array): Promise<string> {
  const stream = new Blob([bytes.slice().buffer]).stream().pipeThrough(new DecompressionStream('deflate'))
  return await new Response(stream).text()
}

/** Decodes UTF-16 with a byte order mark, in which PDF stores texts. */
function textOf(hex: string): string {
  const units = hex.match(/.{4}/g)?.map((unit) => Number.parseInt(unit, 16)) ?? []
  return String.fromCharCode(...units).replace(/^\ufeff/, '')
}

/** The text of each line as a PDF reader extracts it. */
async function see(...papers: [ReceiptDocument, ...ReceiptDocument[]]): Promise<Seen> {
  const bytes = await makePdf(papers, null)
  const pdf = await PDFDocument.load(bytes)
  const texts: string[] = []
  for (const page of pdf.getPages()) {
    const operators = await inflate((page.node.Contents() as PDFRawStream).contents)
    texts.push(...[...operators.matchAll(/ActualText <([0-9A-Fa-f]*)>/g)].map(([, hex = '']) => textOf(hex)))
  }
  return { pages: pdf.getPageCount(), bytes: bytes.length, texts }
}

const amountsOf = (texts: string[]) =>
  texts.flatMap((text) => {
    const [, sign, figure] = /^(\u2212?)CHF\u00a0([\d,]+\.\d\d)$/.exec(text) ?? []
    return figure ? [Number(figure.replace(',', '')) * (sign ? -1 : 1)] : []
  })

Deno.test('a receipt has its number, company, tax, trip and payments on one page', async () => {
  const { pages, bytes, texts } = await see(paper())
  assertEquals(pages, 1)
  assert(bytes < 60_000, `${bytes} bytes`)
  for (
    const said of [
      'Receipt',
      'R-000123',
      'Rigi Taxi AG',
      'Tax no. CHE-123.456.789 MWST',
      'Booking QWERTZ',
      'Jürg Čapek',
    ]
  ) assert(texts.includes(said), said)
  assert(texts.includes('FL 12345 · Škoda Superb'))
  assert(texts.includes('Distance · 7.412\u00a0km × CHF\u00a02.00'))
  assert(texts.includes('Includes 8.1 % tax'))
})

Deno.test('the amounts on a receipt add up as in the ledger', async () => {
  const amounts = amountsOf((await see(paper())).texts)
  const count = receipt.lines.length
  const sum = (list: number[]) => Math.round(list.reduce((all, one) => all + one, 0) * 100) / 100
  const [fare, discount, rounding, due] = amounts.slice(count, count + 4)
  assertEquals(discount, -3)
  assertEquals(sum(amounts.slice(0, count)), fare)
  assertEquals(fare, receipt.total)
  assertEquals(sum([fare ?? 0, discount ?? 0, rounding ?? 0]), due)
  assertEquals(sum(amounts.slice(count + 5)), due)
})

Deno.test('a tip stands below the payments and is no part of the invoice', async () => {
  const words = 'Tip (to your driver, no part of this invoice)'
  const { texts } = await see(paper({ tip: 1.4 }))
  const amounts = amountsOf(texts)
  assertEquals(amounts.at(-1), 1.4)
  assert(texts.indexOf(words) > texts.indexOf('Paid in cash'))
  assert(texts.indexOf(words) > texts.indexOf('Total'))
  assertEquals(amounts[receipt.lines.length + 3], receipt.due)
  assert(!(await see(paper())).texts.includes(words))
})

Deno.test('a credit note is on a separate page and names its receipt', async () => {
  const { pages, texts } = await see(paper(), paper({ kind: 'credit_note' }))
  assertEquals(pages, 2)
  assert(texts.includes('For receipt R-000123 of 20 November 2026'))
  assert(texts.includes('Page 2 of 2'))
})

Deno.test('names of both text directions are printed as written', async () => {
  const { texts } = await see(paper({ lang: 'ar' }))
  assert(texts.includes('محمد Ali الأحمد'))
  assert(texts.includes('شارع الأمير 12، Balzers'))
  assert(texts.includes('إيصال'))
  assert(texts.includes('المسافة · 7.412\u00a0كم × CHF\u00a02.00'))
})

Deno.test('long names wrap, even without spaces, and many lines need more pages', async () => {
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(12)
  const lines = Array.from(
    { length: 70 },
    (_, n) => ({ key: 'toll', amount: 1, name: `Tunnel ${n} ${name.slice(0, 90)}` }),
  )
  const stops = Array.from({ length: 23 }, (_, n) => `Halt ${n}, ${'Strasse '.repeat(20)}`)
  const { pages, texts } = await see(
    paper({ customer_name: name, content: { lines, trip: { ...receipt.trip, stops } } }),
  )
  assert(pages > 2 && pages < 12, `${pages} pages`)
  assertEquals(texts.slice(texts.indexOf('Rider') + 1, texts.indexOf('Driver')).join(''), name)
  assertEquals(texts.filter((text) => text.startsWith('Toll · Tunnel')).length, 70)
  assert(texts.includes(`Page ${pages} of ${pages}`))
})

Deno.test('markup, ten thousand letters and other scripts are printed, too', async () => {
  const hostile = `<script>alert(1)</script> (\\) ${'x'.repeat(10_000)} 王小明 \u202egnp.exe 😀`
  const { texts } = await see(paper({ customer_name: hostile }))
  assert(texts.some((text) => text.startsWith('<script>alert(1)</script>')))
})

Deno.test('the same receipt gives the same file', async () => {
  assertEquals(await makePdf([paper()], null), await makePdf([paper()], null))
})

Deno.test('an invalid logo is replaced by the product’s name', async () => {
  const quiet = console.error
  console.error = () => {}
  try {
    assert((await makePdf([paper()], new Uint8Array([0x89, 1, 2, 3]))).length > 1000)
  } finally {
    console.error = quiet
  }
})

Deno.test('numbers are formatted as in the app', () => {
  const rules = { ...receipt.money, swipe_symbol: true }
  assertEquals(readerOf('de-CH', rules).money(1234.5), '1’234.50\u00a0CHF')
  assertEquals(readerOf('ar', receipt.money).money(1234.5), 'CHF\u00a01,234.50')
  assertEquals(readerOf('xx', receipt.money).words.title.receipt, 'Receipt')
})

Deno.test('the tax has the name that the firm gives it', async () => {
  const { texts } = await see(paper({ content: { tax_name: 'MwSt.' } }))
  assert(texts.includes('Includes 8.1 % MwSt.'))
  assert((await see(paper({ lang: 'de', content: { tax_name: 'MwSt.' } }))).texts.includes('Darin 8.1 % MwSt.'))
})

const french = {
  standard: 'de',
  texts: {
    fr: {
      'receipt.paper.title.receipt': 'Reçu',
      'receipt.paper.tax_named': 'Dont {{percent}} % de {{name}}',
      'receipt.paper.paid_at': 'Payé',
      'receipt.paper.drop': ' ',
    },
    'fr-ch': { 'receipt.paper.pickup': 'Prise en charge' },
    zh: { 'receipt.paper.pickup': '上车' },
  },
}

Deno.test('each text is in the person’s language, its language without the region, the firm’s default, or English', () => {
  const { words, language, isRtl, day } = readerOf('fr-CH', receipt.money, french)
  assertEquals([language, isRtl, day('2026-11-20T12:00:00Z')], ['fr-ch', false, '20 novembre 2026'])
  assertEquals([words.title.receipt, words.pickup], ['Reçu', 'Prise en charge'])
  assertEquals(words.drop, readerOf('de', receipt.money).words.drop)
  assertEquals(readerOf('it', receipt.money, { standard: 'xx', texts: {} }).words.drop, 'Drop-off')
  assertEquals(readerOf('ar', receipt.money, french).isRtl, true)
})

Deno.test('a text that lacks a value or that the fonts cannot draw is not the firm’s', () => {
  assertEquals(readerOf('fr', receipt.money, french).words.paid_at, readerOf('de', receipt.money).words.paid_at)
  const { words, language } = readerOf('zh', receipt.money, french)
  assertEquals([words.pickup, language], [readerOf('de', receipt.money).words.pickup, 'de'])
})

Deno.test('a receipt is printed with the texts of the firm', async () => {
  const bytes = await makePdf([paper({ lang: 'fr', content: { tax_name: 'TVA' } })], null, french)
  const [page] = (await PDFDocument.load(bytes)).getPages()
  const operators = await inflate((page?.node.Contents() as PDFRawStream).contents)
  const texts = [...operators.matchAll(/ActualText <([0-9A-Fa-f]*)>/g)].map(([, hex = '']) => textOf(hex))
  for (const said of ['Reçu', 'Dont 8.1 % de TVA'].map((text) => text.replace('8.1', '8,1'))) {
    assert(texts.includes(said) || texts.includes(said.replace('8,1', '8.1')), `${said}: ${texts}`)
  }
})

Deno.test('the texts are the app’s', async () => {
  for (const language of ['en', 'de', 'ar']) {
    const [own, app] = await Promise.all(
      [`./words/${language}.json`, `../../../src/features/common/receipt/texts/receipt/${language}.json`].map(async (
        path,
      ) => JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)))),
    )
    assertEquals(own, app, language)
  }
})
