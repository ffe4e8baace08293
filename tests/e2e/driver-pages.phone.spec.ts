/** A driver's pages beside the map: trips, money, office, car; and a ride from the street. */
import { readFileSync } from 'node:fs'
import { allowTestPayments } from '../support/payments.ts'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book, estimate, goOnline, reportPosition, start } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, moveTo, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** A PNG of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

/** A PDF of 700 kB, which is sent in two parts. */
const scan = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(700_000, 'page ')])

// Spec 1.9, 2.8, 3.52, 4.29, 6.25, 7.57, 8.40
test('a driver answers an offer, claims a ride for later, and reads the day’s earnings and why nothing else was offered', async ({
  open,
  person,
  picture
}) => {
  const rider = await person('rider14@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const { quote_id } = await estimate(rider.client)
  const trip_at = new Date(Date.now() + 26 * 3600_000).toISOString()
  const later = unwrap(
    await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'cash', trip_at })
  )
  const page = await open('/drive', { at: vaduz, as: driver })
  const ways = page.getByRole('navigation', { name: 'Driver', exact: true })
  const section = (name: string) => page.getByRole('region', { name, exact: true })

  await test.step('the five pages are in reach of a thumb', async () => {
    await expect(ways.getByRole('link')).toHaveCount(5)
    await expectAccessible(page)
    await picture(page, 'driver-pages-home')
    await ways.getByRole('link', { name: 'Trips' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Your trips' })).toBeVisible()
    await expect(ways.getByRole('link', { name: 'Trips' })).toHaveAttribute('aria-current', 'page')
  })

  await test.step('without an offer, the driver can claim a ride for later, of which only area and time are shown', async () => {
    await expect(section('Offered to you').getByText('There are no offers for you right now.')).toBeVisible()
    const free = section('Free to claim').getByRole('article').first()
    await expect(free).toContainText('around Vaduz')
    await expect(free).not.toContainText('Städtle')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-trips', { keep: picture })
    await free.getByRole('button', { name: /^Claim this ride/ }).click()
    await expect(section('Coming up').getByText(vaduz.add)).toBeVisible()
    await expect(section('Free to claim')).toHaveCount(0)
  })

  const { id } = await book(rider)
  await test.step('an offer is answered in its place in the list', async () => {
    const offer = section('Offered to you').getByRole('region', { name: 'New trip' })
    await expect(offer).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await picture(page, 'driver-trips-offer')
    await expectEveryManner(page, 'driver-trips-offer', { keep: picture })
    await section('Offered to you')
      .getByRole('button', { name: /^Accept/ })
      .click()
    await expect(page).toHaveURL(`/bookings/${id}`)
  })

  await start(rider, driver, id)
  await reportPosition(driver, schaan)
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
  const share = unwrap(
    await driver.client.from('booking_finances').select('driver_share').eq('booking_id', id).single()
  ).driver_share
  const amount = new RegExp(`CHF\\s${share.toFixed(2)}`)

  await test.step('completed trips are listed under today, with the hours on duty', async () => {
    await page.goto('/drive/trips')
    await expect(section('Today').getByText(amount).first()).toBeVisible()
    await expect(section('Today').getByText('on duty today')).toBeVisible()
  })

  await test.step('the offers of the last hour are listed with their outcome', async () => {
    await page.getByRole('button', { name: 'Show the last hour' }).click()
    await expect(page.getByText('You accepted it.').first()).toBeVisible()
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-asked', { keep: picture })
  })

  await test.step('money: the day, each trip with its lines, and who owes what', async () => {
    await ways.getByRole('link', { name: 'Earnings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Earnings' })).toBeVisible()
    const trip = section('Trip by trip').getByRole('listitem').first()
    await trip.locator('summary').click()
    await expect(trip.getByText('Platform’s fee')).toBeVisible()
    await expect(trip.getByText('of it in your hand, as cash')).toBeVisible()
    await expect(trip.getByText(amount).first()).toBeVisible()
    await expect(section('Between you and us')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-money', { keep: picture })
  })

  await test.step('a week has its days and a statement as a file', async () => {
    await page.getByRole('radio', { name: 'Week' }).click()
    await expect(page.getByRole('list', { name: 'Day by day' }).getByRole('listitem').first()).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Weekly statement (PDF)' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d\d-\d\d\.pdf$/)
    const bytes = readFileSync((await file.path()) ?? '')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    await expectAccessible(page)
    await picture(page, 'driver-money-week')
  })

  unwrap(await rider.client.rpc('cancel_booking', { booking_id: later.id, reason: 'My plans changed' }))
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a driver hands in papers, and exchanges messages with the office', async ({ open, person, picture }) => {
  const driver = await person('driver@hackney.test')
  const admin = await person('admin@hackney.test')
  const page = await open('/drive/car', { at: vaduz, as: driver })

  await test.step('the form says what is missing, and the paper is handed in with its expiry date', async () => {
    const insurance = page.getByRole('article', { name: 'Insurance' })
    await expect(page.getByRole('heading', { level: 1, name: 'Car and papers' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'driver-car', { keep: picture })
    await insurance.getByRole('button', { name: /^Hand/ }).click()
    const form = page.getByRole('dialog', { name: 'Insurance' })
    await form.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(form.getByText('Please choose a picture first.')).toBeVisible()
    await form.getByLabel('File').setInputFiles({ name: 'insurance.png', mimeType: 'image/png', buffer: pixel })
    await expect(form.getByRole('img', { name: 'Preview' })).toBeVisible()
    await expect(form.getByText('Please enter the number on it.')).toBeVisible()
    await form.getByRole('textbox', { name: 'Number on it' }).fill('P 12-345')
    await form.getByRole('textbox', { name: 'Valid until' }).fill('31/12/2090')
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'driver-car-form', { within: '[role=dialog]', keep: picture })
    // A scan of several parts. The network fails after the first one, then the server is slow, and at last it fails.
    await form.getByLabel('File').setInputFiles({ name: 'insurance.pdf', mimeType: 'application/pdf', buffer: scan })
    const sent = { begun: 0, parts: 0 }
    let isCut = true
    let isRefused = true
    await page.route('**/storage/v1/upload/resumable**', async (route) => {
      if (route.request().method() === 'POST') sent.begun += 1
      if (route.request().method() === 'PATCH') sent.parts += 1
      if (isCut && sent.parts > 1) await route.abort('connectionreset')
      else await route.continue()
    })
    await page.route('**/rpc/submit_document', async (route) => {
      if (isRefused) await route.abort('connectionreset')
      else await route.continue()
    })
    await form.getByRole('button', { name: 'Hand in', exact: true }).click()
    await expect(form.getByText('The connection broke off.')).toBeVisible()
    await expect(form.getByRole('progressbar')).not.toHaveAttribute('aria-valuenow', '0')
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'driver-car-form-broken', { within: '[role=dialog]', keep: picture })
    isCut = false
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(form.getByRole('alert')).toContainText('The picture and what you entered are kept.')
    expect(sent.begun).toBe(1)
    const parts = sent.parts
    await expectEveryManner(page, 'driver-car-form-failed', { within: '[role=dialog]', keep: picture })
    await expect(form.getByRole('textbox', { name: 'Number on it' })).toHaveValue('P 12-345')
    isRefused = false
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(form).toBeHidden()
    expect([sent.begun, sent.parts]).toEqual([1, parts])
    await page.unroute('**/storage/v1/upload/resumable**')
    await page.unroute('**/rpc/submit_document')
    await expect(insurance.getByText('Being checked', { exact: true })).toBeVisible()
    await expect(insurance.getByText('P 12-345')).toBeVisible()
    await expect(page.getByRole('article', { name: 'Registration of the car' })).toContainText('Missing')
  })

  const [waiting] = unwrap(
    await admin.client.from('driver_documents').select('id,path').eq('status', 'pending').eq('driver_id', driver.id)
  )
  await test.step('once the office has approved it, the paper is valid', async () => {
    const file = { bucket: 'users', path: waiting?.path ?? '' }
    await expect.poll(async () => (await driver.client.rpc('check_file', file)).data).toBe('clean')
    unwrap(await admin.client.rpc('verify_document', { document_id: waiting?.id ?? '' }))
    await expect(page.getByRole('article', { name: 'Insurance' }).getByText('Valid', { exact: true })).toBeVisible()
  })

  await test.step('a paper that the office rejects later is shown on the duty screen with the reason, until the driver has read it', async () => {
    await page.goto('/drive')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const note = page.getByRole('region', { name: 'Not accepted: Insurance' })
    await expect(note).toBeHidden()
    const verdict = { document_id: waiting?.id ?? '', verified: false, note: 'The stamp is missing.' }
    unwrap(await admin.client.rpc('verify_document', verdict))
    await expect(note).toContainText('The stamp is missing.')
    await note.scrollIntoViewIfNeeded()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, 'drive-office-note')
    await expect(note.getByRole('link', { name: 'Car and papers' })).toHaveAttribute('href', '/drive/car')
    await note.getByRole('button', { name: 'Understood' }).click()
    await expect(note).toBeHidden()
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Driver', exact: true })).toBeVisible()
    await expect(note).toBeHidden()
  })

  await test.step('a prepared message reaches the desk by one press, and the desk answers from its list', async () => {
    await page.getByRole('navigation', { name: 'Driver', exact: true }).getByRole('link', { name: 'Office' }).click()
    await page.getByRole('button', { name: 'I am stuck in traffic.' }).click()
    await expect(page.getByText('The office has not answered yet.')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expectEveryManner(page, 'driver-office', { keep: picture })
    const desk = await open('/bookings', { as: admin })
    await desk
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('listitem')
      .getByRole('button', { name: /Driver wrote/ })
      .click()
    const talk = desk.getByRole('dialog')
    await expect(talk.getByText('I am stuck in traffic.')).toBeVisible()
    await expectAccessible(desk, '[role=dialog]')
    await picture(desk, 'desk-talk')
    await talk.getByRole('textbox', { name: 'Answer' }).fill('Thanks, I tell the rider.')
    await talk.getByRole('button', { name: 'Send' }).click()
    const shown = page.getByRole('dialog', { name: 'Message from the office' })
    await expect(shown.getByText('Thanks, I tell the rider.')).toBeVisible()
    await expectEveryManner(page, 'desk-message', { within: '[role=dialog]', keep: picture })
    await shown.getByRole('button', { name: 'Understood' }).click()
    await expect(page.getByRole('list', { name: 'Messages' }).getByText('Thanks, I tell the rider.')).toBeVisible()
  })
})

test('a driver takes a street hail: one slide, the meter, cash, and a receipt by text message', async ({
  open,
  person,
  picture,
  stack
}) => {
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const page = await open('/drive', { at: vaduz, as: driver })

  await test.step('a press asks, and a slide starts the trip', async () => {
    const begin = page.getByRole('button', { name: 'Start a street trip' })
    await expect(begin).toBeVisible()
    await picture(page, 'street-start')
    await begin.click()
    await expect(page.getByRole('dialog', { name: 'Start the meter?' })).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'street-ask', { within: '[role=dialog]', keep: picture })
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    // A closing dialog blocks touches on the page for a moment.
    const trip = /\/bookings\/[0-9a-f-]{36}$/
    let moves = 0
    await expect(async () => {
      const isWaiting = trip.test(page.url()) || (await begin.getAttribute('aria-busy')) === 'true'
      if (!isWaiting) await slide(page, 'Start a street trip')
      // The meter starts at a fresh position, and this browser has one only after a change of place since the page asked.
      moves += 1
      await moveTo(page, { lat: vaduz.lat + moves * 1e-6, lng: vaduz.lng })
      await expect(page).toHaveURL(trip, { timeout: 1000 })
    }).toPass()
  })
  const id = page.url().split('/').at(-1) ?? ''

  await test.step('the meter counts', async () => {
    await expect(page.getByRole('region', { name: 'The meter' }).getByText(/CHF\s\d/)).toBeVisible()
    // The amount of the start would contradict the meter.
    await expect(page.getByText(/^Cash/)).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expectEveryManner(page, 'street-meter', { isSunny: true, keep: picture })
  })

  await test.step('the passenger names a destination, which the driver enters: way and expected fare', async () => {
    await page.getByRole('button', { name: 'Enter the destination' }).click()
    await page.getByRole('combobox', { name: 'Destination' }).fill('Schaan')
    await page
      .getByRole('option', { name: /Schaan/ })
      .first()
      .click()
    const goal = page.getByRole('region', { name: 'Destination' })
    await expect(goal).toContainText(/Schaan.*About CHF\s\d/s)
    await expect(page.getByRole('link', { name: 'Navigate to drop-off' })).toBeVisible()
    const [, expected = 0] = /About CHF\s([\d.]+)/.exec(await goal.innerText()) ?? []
    const [, shown = 0] = /CHF\s([\d.]+)/.exec(await page.getByRole('region', { name: 'The meter' }).innerText()) ?? []
    expect(Number(expected)).toBeGreaterThan(Number(shown))
    await expectAccessible(page)
    await expectEveryManner(page, 'street-goal', { isSunny: true, keep: picture })
    await page.reload()
    await expect(goal).toContainText('Schaan')
    await goal.getByRole('button', { name: 'Remove the destination' }).click()
    await expect(page.getByRole('button', { name: 'Enter the destination' })).toBeVisible()
  })

  await test.step('at the end the driver collects the fare and sends a receipt to a phone', async () => {
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await page.getByRole('button', { name: /^Confirm cash/ }).click()
    await page.getByRole('button', { name: 'I have it' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Trip complete' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Mobile number' }).fill('+423 790 12 34')
    await picture(page, 'street-paid')
    await expect(async () => {
      await page.getByRole('button', { name: 'Send by text message' }).click()
      await expect(page.getByText(/^The receipt goes to/)).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expectAccessible(page)
  })
  const { source, status } = unwrap(await service(stack).from('bookings').select('source,status').eq('id', id).single())
  expect([source, status]).toEqual(['street', 'PAID'])
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a passenger from the street scans the driver’s code and pays by card, without an account', async ({
  open,
  person,
  picture,
  stack
}) => {
  const driver = await person('driver@hackney.test')
  await allowTestPayments(stack, true)
  await goOnline(driver)
  const { lat, lng } = vaduz
  const { id } = unwrap(await driver.client.rpc('start_street_trip', { lat, lng }))
  unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })

  await test.step('the driver shows a code', async () => {
    await page.getByRole('button', { name: 'Passenger pays by card' }).click()
    await expect(page.getByRole('img', { name: 'Code that opens the passenger’s bill' })).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await expectEveryManner(page, 'street-card', { isSunny: true, keep: picture })
  })

  const token = unwrap(await driver.client.rpc('ask_street_card', { booking_id: id }))
  const bill = await open(`/pay/street/${token}`)
  await test.step('the passenger reads the bill and pays it', async () => {
    await expect(bill.getByRole('heading', { level: 1, name: /^Your ride with/ })).toBeVisible()
    await expectAccessible(bill)
    await expectNoSidewaysScroll(bill)
    await expect(bill.getByText('Total')).toBeVisible()
    await picture(bill, 'street-bill')
    await bill.getByRole('button', { name: /^Pay CHF/ }).click()
    await bill.getByRole('button', { name: 'Decline' }).click()
    await expect(bill.getByText('Nothing was charged. Try again, or choose another way to pay.')).toBeVisible()
    await bill.getByRole('button', { name: /^Pay CHF/ }).click()
    await bill.getByRole('button', { name: 'Approve' }).click()
    await expect(bill.getByRole('status').filter({ hasText: 'Paid. Thank you!' })).toBeVisible()
    await expectAccessible(bill)
  })

  await test.step('the driver’s page shows the payment by itself', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Trip complete' })).toBeVisible()
    const { status, payment_mode } = unwrap(
      await driver.client.from('bookings').select('status,payment_mode').eq('id', id).single()
    )
    expect([status, payment_mode]).toEqual(['PAID', 'card'])
  })

  await test.step('a link to an unknown ride shows no bill', async () => {
    await bill.goto(`/pay/street/${'0'.repeat(32)}`)
    await expect(bill.getByRole('heading', { level: 1, name: 'Payment not found' })).toBeVisible()
    await expect(bill.getByRole('main').getByRole('link', { name: 'Contact us' })).toBeVisible()
  })
  await driver.client.rpc('set_driver_active', { active: false })
})

// Other stories expect no card payments.
test.afterAll(({ stack }) => allowTestPayments(stack, false))
