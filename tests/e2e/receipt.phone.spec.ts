import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import inter from '../../supabase/functions/receipts/fonts/inter-regular.ts'
import vazirmatn from '../../supabase/functions/receipts/fonts/vazirmatn-regular.ts'
import type { Person } from '../support/people.ts'
import { schaan } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted, cents, reportPosition, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

async function ridePaid(rider: Person, driver: Person): Promise<string> {
  const { id } = await bookAccepted(rider, driver)
  await start(rider, driver, id)
  await reportPosition(driver, schaan)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  unwrap(await driver.client.rpc('set_driver_active', { active: false }))
  return id
}

/** The amounts in a receipt's table, in cents: its lines, the total, the payments. */
async function amountsOn(page: Page): Promise<number[]> {
  const cells = await page.getByRole('article').first().getByRole('cell').allInnerTexts()
  return cells.flatMap((text) => {
    const [, sign, figure] = /(\u2212?)CHF\s([\d,]+\.\d\d)/.exec(text) ?? []
    return figure ? [cents(Number(figure) * (sign ? -1 : 1))] : []
  })
}

test('a rider reads the receipt of a paid trip, saves it, has it sent, and sees a refund', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider12@hackney.test')
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  const id = await ridePaid(rider, driver)
  const page = await open(`/bookings/${id}`, { as: rider })
  const heading = page.getByRole('heading', { level: 1, name: /^Receipt / })

  await test.step('the trip links to the receipt, which matches the booking', async () => {
    await page.getByRole('link', { name: 'Receipt (PDF)' }).click()
    await expect(heading).toBeVisible()
    const [booking] = unwrap(await rider.client.from('bookings').select('trip_cost,customer_paid').eq('id', id))
    const amounts = await amountsOn(page)
    const total = cents(booking?.trip_cost)
    const at = amounts.lastIndexOf(total, -2)
    expect(amounts.slice(0, at).reduce((sum, amount) => sum + amount, 0)).toBe(total)
    expect(amounts.at(-1)).toBe(cents(booking?.customer_paid))
    await expect(page.getByText('Paid in cash')).toBeVisible()
    await expect(page.getByText(/FL \d+/).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'receipt')
  })

  await test.step('it is saved as a PDF named by its number', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download PDF' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^\d{4}-\d{6,}\.pdf$/)
    expect(
      readFileSync((await file.path()) ?? '')
        .subarray(0, 5)
        .toString()
    ).toBe('%PDF-')
  })

  await test.step('it is sent to the account’s address as an attachment', async () => {
    await page.getByRole('button', { name: 'Send by e-mail' }).click()
    await expect(page.getByText(`Sent to ${rider.email}`)).toBeVisible()
    const attached = async () => {
      const found = await fetch(
        `${stack.INBOX_URL}/api/v1/search?query=${encodeURIComponent(`to:${rider.email} receipt`)}`
      )
      const { messages } = (await found.json()) as { messages: { ID: string; Attachments: number }[] }
      return messages.find(({ Attachments }) => Attachments === 1)?.ID
    }
    await expect.poll(attached, { timeout: 60_000 }).toBeTruthy()
    const part = await fetch(`${stack.INBOX_URL}/api/v1/message/${await attached()}/part/1`)
    expect(
      Buffer.from(await part.arrayBuffer())
        .subarray(0, 5)
        .toString()
    ).toBe('%PDF-')
  })

  await test.step('a refund adds a credit note without a reload', async () => {
    unwrap(await admin.client.rpc('refund_booking', { booking_id: id, amount: 2, reason: 'late' }))
    const note = page.getByRole('article', { name: /^Credit note/ })
    await expect(note).toBeVisible()
    await expect(note).toContainText(/Given back\s*CHF\s2\.00/)
    await expectAccessible(page)
  })

  await test.step('neither the driver nor another rider can open the receipt; the office can', async () => {
    const other = await person('rider13@hackney.test')
    const theirs = await open(`/receipt/${id}`, { as: other })
    await expect(theirs.getByText('You have no such booking')).toBeVisible()
    const { error } = await driver.client.rpc('booking_receipts', { booking_id: id })
    expect(error?.message).toBe('booking_not_found')
    const office = await open(`/bookings/${id}?tab=payments`, { as: admin })
    await office.goto(`/receipt/${id}`)
    await expect(office.getByRole('heading', { level: 1, name: /^Receipt / })).toBeVisible()
    await expect(office.getByRole('button', { name: 'Send by e-mail' })).toHaveCount(0)
  })
})

/** Reads and draws PDFs. */
const require = createRequire(import.meta.url)
const reader = require.resolve('pdfjs-dist/legacy/build/pdf.mjs')

/** Draws a PDF's first page, and text of the same fonts by Chromium, and returns the share of matching pixels per text. */
async function alike(page: Page, pdf: Buffer, texts: string[]): Promise<Record<string, number>> {
  const files = (name: string) => readFileSync(join(dirname(reader), name))
  await page.route('http://pdf.test/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    if (name === '') return route.fulfill({ contentType: 'text/html', body: '<title>PDF</title>' })
    if (name === 'receipt.pdf') return route.fulfill({ contentType: 'application/pdf', body: pdf })
    return route.fulfill({ contentType: 'text/javascript', body: files(name) })
  })
  await page.goto('http://pdf.test/')
  return page.evaluate(
    async ({ texts, fonts }) => {
      for (const [name, data] of Object.entries(fonts)) {
        document.fonts.add(await new FontFace(name, `url(data:font/ttf;base64,${data})`).load())
      }
      const scale = 6
      const address = 'http://pdf.test/pdf.mjs'
      const pdfjs = await import(/* @vite-ignore */ address)
      pdfjs.GlobalWorkerOptions.workerSrc = 'http://pdf.test/pdf.worker.mjs'
      const sheet = await (await pdfjs.getDocument('http://pdf.test/receipt.pdf').promise).getPage(1)
      const viewport = sheet.getViewport({ scale })
      const canvas = (): [HTMLCanvasElement, CanvasRenderingContext2D] => {
        const one = document.createElement('canvas')
        Object.assign(one, { width: viewport.width, height: viewport.height })
        return [one, one.getContext('2d') as CanvasRenderingContext2D]
      }
      const [drawn, ink] = canvas()
      await sheet.render({ canvas: drawn, canvasContext: ink, viewport }).promise
      const { items } = (await sheet.getTextContent()) as {
        items: { str: string; width: number; transform: number[] }[]
      }
      const result: Record<string, number> = {}
      for (const text of texts) {
        // The first word is at the right end. pdf.js returns ligatures in another order, so the texts have none.
        const first = items.find(({ str }) => str === text.split(' ')[0])
        if (!first) continue
        const [, , , size = 0, x = 0, y = 0] = first.transform
        const [, own] = canvas()
        own.fillStyle = 'white'
        own.fillRect(0, 0, viewport.width, viewport.height)
        own.fillStyle = 'black'
        own.direction = 'rtl'
        own.font = `${size * scale}px Inter, Vazirmatn`
        const [right, base] = [(x + first.width) * scale, viewport.height - y * scale]
        own.fillText(text, right, base)
        const width = own.measureText(text).width
        const box = [right - width - 4, base - size * scale, width + 8, size * scale * 1.4] as const
        const [mine, theirs] = [own.getImageData(...box), ink.getImageData(...box)]
        const isInk = ({ data, width: row }: ImageData, column: number, line: number) =>
          (data[(line * row + column) * 4] ?? 255) < 185
        const isNear = (image: ImageData, column: number, line: number) =>
          [-1, 0, 1].some((dx) => [-1, 0, 1].some((dy) => isInk(image, column + dx, line + dy)))
        let any = 0
        let both = 0
        for (let line = 1; line < mine.height - 1; line += 1) {
          for (let column = 1; column < mine.width - 1; column += 1) {
            for (const [one, other] of [
              [mine, theirs],
              [theirs, mine]
            ] as const) {
              if (!isInk(one, column, line)) continue
              any += 1
              // Edges are smoothed differently, so a neighbouring pixel also matches.
              if (isNear(other, column, line)) both += 1
            }
          }
        }
        result[text] = both / any
      }
      return result
    },
    { texts, fonts: { Inter: inter, Vazirmatn: vazirmatn } }
  )
}

test('an Arabic receipt looks as a browser draws Arabic', async ({ open, person, picture, stack, browserName }) => {
  test.skip(browserName !== 'chromium')
  const rider = await person('rider19@hackney.test')
  const driver = await person('driver@hackney.test')
  const [before] = unwrap(
    await rider.client.from('profiles').select('first_name,last_name,lang_locale').eq('id', rider.id)
  )
  unwrap(await rider.client.rpc('update_profile', { first_name: 'محمد', last_name: 'Silva الأحمد', lang_locale: 'ar' }))
  const id = await ridePaid(rider, driver)
  const page = await open(`/receipt/${id}`, { as: rider, locale: 'ar' })

  await test.step('the receipt’s page is laid out from right to left', async () => {
    await expect(page.getByRole('heading', { level: 1, name: /^إيصال \S*\d{6}/ })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'receipt-ar')
  })

  await test.step('its PDF joins letters, and mixes both directions within a name', async () => {
    const { data } = await rider.client.auth.getSession()
    const answer = await fetch(`${stack.SUPABASE_URL}/functions/v1/receipts/pdf`, {
      method: 'POST',
      headers: { authorization: `Bearer ${data.session?.access_token}`, apikey: stack.SUPABASE_PUBLISHABLE_KEY },
      body: JSON.stringify({ booking_id: id })
    })
    expect(answer.status).toBe(200)
    const pdf = Buffer.from(await answer.arrayBuffer())
    expect(pdf.length).toBeLessThan(80_000)
    const words = ['السائق', 'المركبة', 'محمد Silva الأحمد']
    const found = await alike(page, pdf, words)
    for (const word of words) expect(found[word], word).toBeGreaterThan(0.97)
  })
  unwrap(
    await rider.client.rpc('update_profile', {
      first_name: before?.first_name ?? '',
      last_name: before?.last_name ?? '',
      lang_locale: before?.lang_locale ?? 'en'
    })
  )
})
