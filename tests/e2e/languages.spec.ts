/**
 * A ride and a parcel from the form to the receipt in Arabic, which differs most from the English of all other stories: the
 * ride on a desktop, the parcel on a phone. HACKNEY_FULL=1 plays both in each language and size.
 */
import type { Locator, Page } from '@playwright/test'
import { isFull } from '../support/full.ts'
import { type Person, service, textTo } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, cents, goOnline as comeOnline, offerOf, reportPosition } from '../support/ride.ts'
import { type Language, type Words, wordsIn } from '../support/words.ts'
import { choosePlace, expect, expectAccessible, expectNoSidewaysScroll, goOnline, slide, test } from './fixtures.ts'

const tags: Record<Language, string> = { en: 'en-GB', de: 'de-CH', ar: 'ar' }

/** Without HACKNEY_FULL=1 each size plays one of the two, in Arabic. */
const isPlayed = (what: 'ride' | 'parcel', language: Language, isMobile: boolean) =>
  isFull || (language === 'ar' && what === (isMobile ? 'parcel' : 'ride'))

/** A picture of one pixel. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const idOf = (page: Page) => page.url().split('/').at(-1) ?? ''

/** Expects the page in that language and its direction. */
async function expectLanguage(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language}`))
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expectNoSidewaysScroll(page)
}

async function fillWay(page: Page, { text }: Words): Promise<void> {
  await choosePlace(page, text('booking:pickup'), 'Städtle', /Städtle/)
  await choosePlace(page, text('booking:drop'), 'Schaan', /Schaan/)
}

/** The digits of the code on a page. */
async function codeOn(page: Page, { text }: Words, title = 'ride:code.title'): Promise<string> {
  const shown = page.getByRole('region', { name: text(title) })
  await expect(shown).toContainText(/\d \d \d \d \d/)
  return /(\d \d \d \d \d)/.exec(await shown.innerText())?.[1]?.replaceAll(' ', '') ?? ''
}

/** The amounts in a text, in cents, for any digits and either side of the currency. */
const amountsOf = (text: string): number[] => {
  const latin = text.replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660)).replaceAll('٫', '.')
  return [...latin.matchAll(/(\d[\d,’٬]*)[.](\d\d)(?!\d)/g)].map(([, whole = '', part]) =>
    Number(`${whole.replace(/\D/g, '')}${part}`)
  )
}

/** Expects that the receipt's lines add up to the amount paid. */
async function expectReceipt(page: Page, words: Words, paid: number): Promise<void> {
  await page.getByRole('link', { name: `${words.text('trips:receipt.title')} (PDF)` }).click()
  await expect(heading(page, new RegExp(words.text('receipt:paper.title.receipt')))).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('article').first().getByRole('cell').last()).toBeVisible()
  const cells = await page.getByRole('article').first().getByRole('cell').allInnerTexts()
  const amounts = cells.flatMap(amountsOf)
  expect(amounts.at(-1)).toBe(paid)
  expect(amounts.some((amount, at) => amount === amounts.slice(0, at).reduce((sum, one) => sum + one, 0))).toBe(true)
}

const speak = async ({ client }: Person, lang_locale: Language) =>
  unwrap(await client.rpc('update_profile', { lang_locale }))

for (const language of ['en', 'ar', ...(isFull ? ['de' as const] : [])] as const) {
  test(`a ride from the form to the receipt works in ${language}`, async ({
    open,
    person,
    stack,
    picture,
    isMobile
  }) => {
    test.skip(!isPlayed('ride', language, isMobile), 'HACKNEY_FULL=1 plays it in this language and size')
    const words = wordsIn(language)
    const { text, like } = words
    const [rider, driver] = [await person('rider30@hackney.test'), await person('driver@hackney.test')]
    await speak(rider, language)
    await comeOnline(driver)
    const page = await open('/', { at: vaduz, as: rider, locale: tags[language] })
    const show = (key: string) => expect(heading(page, like(`trips:title.rider.${key}`))).toBeVisible()

    await test.step('the ride is booked', async () => {
      await fillWay(page, words)
      await expect(page.getByRole('radio', { name: /^(Cab|Taxi|سيارة أجرة)/ })).toBeVisible()
      await expectLanguage(page, language)
      await button(page, like('booking:book_for')).click()
      await show('new')
      await expect(page.getByText(like('trips:booking_success'))).toBeVisible()
    })
    const id = idOf(page)

    await test.step('a driver comes, and the page shows car, plate and code', async () => {
      await offerOf(driver, id)
      await accept(driver, id)
      await expect(
        heading(page, like('trips:title.rider.accepted')).or(heading(page, like('trips:title.rider.accepted_unknown')))
      ).toBeVisible()
      await expect(page.getByRole('region', { name: text('ride:person.driver') })).toContainText('FL 28 114')
      await expectLanguage(page, language)
      await picture(page, `ride-accepted-${language}`)
      unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
      await show('arrived')
    })

    await test.step('they drive, and the rider pays in cash', async () => {
      const otp = await codeOn(page, words)
      unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
      await expect(
        heading(page, like('trips:title.rider.started')).or(heading(page, like('trips:title.rider.started_unknown')))
      ).toBeVisible()
      await reportPosition(driver, schaan)
      unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
      await show('pending')
      await expectLanguage(page, language)
      unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    })

    await test.step('the rider rates, and reads the receipt', async () => {
      await show('paid')
      await page
        .getByRole('radiogroup', { name: text('rating:stars') })
        .getByRole('radio')
        .last()
        .click()
      await button(page, text('rating:send')).click()
      await show('complete')
      await expectAccessible(page)
      const ride = unwrap(await rider.client.from('bookings').select().eq('id', id).single())
      expect(ride).toMatchObject({ status: 'COMPLETE', payment_mode: 'cash' })
      await expectReceipt(page, words, cents(ride.customer_paid))
      await expectLanguage(page, language)
      await picture(page, `ride-receipt-${language}`)
    })
    await speak(rider, 'en')
    await driver.client.rpc('set_driver_active', { active: false })
    await stackIsQuiet(stack, rider)
  })

  test(`a parcel paid by wallet, with photos, the recipient's code and the receipt, works in ${language}`, async ({
    open,
    person,
    stack,
    picture,
    isMobile
  }) => {
    test.skip(!isPlayed('parcel', language, isMobile), 'HACKNEY_FULL=1 plays it in this language and size')
    const words = wordsIn(language)
    const { text, like } = words
    const phone = '+423 555 12 12'
    const [rider, courier, admin] = [
      await person('rider31@hackney.test'),
      await person('driver5@hackney.test'),
      await person('admin@hackney.test')
    ]
    const takePhotos = (isOn: boolean) =>
      service(stack)
        .from('settings')
        .update({ allow_delivery_pickup_image_capture: isOn, allow_final_delivery_image_capture: isOn })
        .eq('id', 1)
        .throwOnError()
    const balance = async () =>
      cents(
        unwrap(await rider.client.from('profiles').select('wallet_balance').eq('id', rider.id).single()).wallet_balance
      )
    const stored = async (id: string) => unwrap(await rider.client.from('bookings').select().eq('id', id).single())
    await takePhotos(true)
    await speak(rider, language)
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 60 }))
    const before = await balance()
    const cab = await open('/drive', { as: courier, at: vaduz })
    await goOnline(cab)
    await expect(heading(cab, 'Waiting for trips')).toBeVisible()
    const page = await open('/', { at: vaduz, as: rider, locale: tags[language] })
    const show = (key: string) => expect(heading(page, like(`trips:title.rider.${key}`))).toBeVisible()
    const photo = (kind: 'pickup' | 'deliver', of: Words = words) =>
      (of === words ? page : cab).getByRole('img', { name: of.text(`parcel:${kind}_alt`) })
    const english = wordsIn('en')

    await test.step('the parcel is booked and paid at once, to the cent', async () => {
      await fillWay(page, words)
      await page.getByRole('radio', { name: text('booking:category.delivery') }).click()
      await page.getByRole('radio', { name: /^(Courier|Kurier|ساعي)/ }).click()
      await button(page, like('booking:book_for')).click()
      await button(page, text('booking_dialogs:extras.get_estimate')).click()
      const dialog = page.getByRole('dialog', { name: text('booking_dialogs:delivery.title') })
      await dialog.getByRole('textbox', { name: text('booking_dialogs:delivery.name') }).fill('Nina Frick')
      await dialog.getByRole('textbox', { name: text('booking_dialogs:delivery.phone') }).fill(phone)
      await expect(dialog.getByText(text('booking_dialogs:wallet.pays'))).toBeVisible()
      await expectLanguage(page, language)
      await dialog.getByRole('button', { name: text('booking_dialogs:book_now') }).click()
      await show('new')
    })
    const id = idOf(page)
    const booked = await stored(id)
    expect(booked).toMatchObject({ category: 'delivery', payment_mode: 'wallet', prepaid: true, status: 'NEW' })
    expect(await balance()).toBe(before - cents(booked.trip_cost))

    const file = { name: 'p.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
    const photos = cab.getByRole('region', { name: 'Photos of the parcel' })
    const since = Date.now()
    await test.step('the courier accepts, picks it up and takes a picture, which the sender sees', async () => {
      await expect(cab.getByRole('region', { name: 'New trip' })).toBeVisible()
      await button(cab, 'Accept').click()
      await button(cab, 'I have arrived').click()
      await show('arrived')
      await photos.getByLabel('Take a photo').setInputFiles(file)
      await expect(photo('pickup', english)).toBeVisible()
      await expect(photo('pickup')).toBeVisible()
      await expectLanguage(page, language)
      await slide(cab, 'Start trip')
    })

    await test.step('the recipient gets the code by text message, and the sender sees the same code', async () => {
      await expect(cab.getByRole('textbox', { name: 'Code from the person who takes the parcel' })).toBeVisible()
      const code = await codeOn(page, words, 'ride:code.title_delivery')
      expect(await textTo(stack, phone, since)).toContain(code)
      await picture(page, `parcel-under-way-${language}`)
      const entry = cab.getByRole('textbox', { name: 'Code from the person who takes the parcel' })
      const reach = async (digits: string) => {
        await entry.fill(digits)
        await button(cab, 'Drop-off reached').press('Enter')
        await cab.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
      }
      await photos.getByLabel('Take a photo').setInputFiles(file)
      await expect(photo('deliver', english)).toBeVisible()
      await expect(photo('deliver')).toBeVisible()
      await button(cab, 'Hand over').click()
      const handOver = cab.getByRole('dialog', { name: 'Hand over' })
      await expect(handOver.getByRole('textbox', { name: 'Who takes it in?' })).toHaveValue('Nina Frick')
      const box = await handOver.getByRole('img', { name: 'Signature' }).boundingBox()
      if (!box) throw new Error('the signature field is not visible')
      await cab.mouse.move(box.x + 20, box.y + 20)
      await cab.mouse.down()
      await cab.mouse.move(box.x + 120, box.y + 60, { steps: 6 })
      await cab.mouse.up()
      await handOver.getByRole('button', { name: 'Keep' }).click()
      await expect(cab.getByText('Taken in by Nina Frick')).toBeVisible()
      await reach(code === '11111' ? '22222' : '11111')
      await expect(cab.getByRole('alert').first()).toBeVisible()
      expect((await stored(id)).status).toBe('STARTED')
      await reach(code)
    })

    await test.step('the hand-over completes the payment; the receipt shows both pictures, and the wallet is right', async () => {
      await show('paid_delivery')
      for (const kind of ['pickup', 'deliver'] as const) {
        const picture = photo(kind)
        await expect(picture).toBeVisible()
        expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
      }
      const paid = await stored(id)
      expect(paid).toMatchObject({ status: 'PAID', payable_amount: 0, cash_payment_amount: 0, card_payment_amount: 0 })
      const proof = await service(stack)
        .from('booking_contacts')
        .select('received_by, signature')
        .eq('booking_id', id)
        .single()
      expect(unwrap(proof)).toEqual({ received_by: 'Nina Frick', signature: expect.stringMatching(/^M\d+ \d+L/) })
      expect(paid.pickup_image).not.toBe(paid.deliver_image)
      expect(cents(paid.customer_paid)).toBe(cents(paid.trip_cost))
      expect(await balance()).toBe(before - cents(paid.customer_paid))
      await button(page, text('rating:skip')).click()
      await show('complete_delivery')
      await expectReceipt(page, words, cents(paid.customer_paid))
      await expect(page.getByText(text('receipt:paper.paid_by.wallet'))).toBeVisible()
      await expectAccessible(page)
      await picture(page, `parcel-receipt-${language}`)
    })

    await test.step('the wallet page shows the same balance', async () => {
      await page.goto('/wallet')
      const history = page.getByRole('list', { name: text('wallet:history') }).getByRole('listitem')
      await expect(history.first()).toContainText(text('wallet:kind.wallet_payment'))
      const main = await page.getByRole('main').innerText()
      expect(amountsOf(main)).toContain(await balance())
      await expectLanguage(page, language)
    })
    await takePhotos(false)
    await speak(rider, 'en')
    await courier.client.rpc('set_driver_active', { active: false })
    await stackIsQuiet(stack, rider)
  })
}

/** Ends what the story left open, so that the next one starts clean. */
async function stackIsQuiet(stack: Parameters<typeof service>[0], rider: Person): Promise<void> {
  const open = unwrap(
    await service(stack)
      .from('bookings')
      .select('id')
      .eq('customer_id', rider.id)
      .not('status', 'in', '(PAID,COMPLETE,CANCELLED)')
  )
  expect(open).toEqual([])
}
