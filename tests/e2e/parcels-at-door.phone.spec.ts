/** Two parcels of two riders from one door with one courier, who confirms each step for both at once. */
import { service } from '../support/people.ts'
import { type Place, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, estimate, goOnline, offerOf } from '../support/ride.ts'
import { choosePlace, expect, expectAccessible, expectNoSidewaysScroll, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

/** Close enough to the pickup that a courier is at both doors. */
const nextStreet: Place = { lat: 47.1437, lng: 9.5222, add: 'Aeulestrasse, Vaduz' }

test('a courier takes a second parcel along from the same door and confirms both at once', async ({
  open,
  person,
  picture,
  stack
}) => {
  const [first, second, admin, driver] = [
    await person('rider10@hackney.test'),
    await person('rider11@hackney.test'),
    await person('admin@hackney.test'),
    await person('driver5@hackney.test')
  ]
  const parcel = async (rider: typeof first) => {
    unwrap(await admin.client.rpc('add_to_wallet', { user_id: rider.id, amount: 50 }))
    const { quote_id } = await estimate(rider.client, vaduz, nextStreet, 'Courier')
    const details = { delivery_person: 'Nora Matt', delivery_person_phone: '+4235551212' }
    const made = unwrap(
      await rider.client.rpc('create_booking', { quote_id: quote_id ?? '', payment_mode: 'wallet', details })
    )
    unwrap(await rider.client.rpc('pay_with_wallet', { booking_id: made.id }))
    return made
  }
  await goOnline(driver)
  const a = await parcel(first)
  await offerOf(driver, a.id)
  await accept(driver, a.id)
  const cab = await open(`/bookings/${a.id}`, { as: driver, at: vaduz })
  await expect(cab.getByRole('button', { name: 'I have arrived' })).toBeVisible()
  const b = await parcel(second)
  unwrap(await second.client.rpc('nudge_dispatch', { booking_id: b.id }))
  const sender = await open(`/bookings/${a.id}`, { as: first })
  const other = await open(`/bookings/${b.id}`, { as: second })

  await test.step('the courier at the door is the first to be offered the second parcel', async () => {
    await cab.getByRole('button', { name: /^Accept/ }).click()
    const log = unwrap(await admin.client.rpc('dispatch_log', { booking_id: b.id }))
    expect(log.map(({ mode }) => mode)).toContain('door')
    await cab.goto(`/bookings/${a.id}`)
    const door = cab.getByRole('region', { name: 'Also at this door' })
    await expect(door).toContainText(b.reference)
    await expectAccessible(cab)
    await expectNoSidewaysScroll(cab)
    await expectEveryManner(cab, 'parcels-at-door', { isSunny: true, keep: picture })
  })

  await test.step('one press arrives for both', async () => {
    await cab.getByRole('button', { name: 'I have arrived: 2 parcels' }).click()
    for (const page of [sender, other])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(/is here|has arrived/)
  })

  await test.step('one slide picks both up, and one can be left out', async () => {
    const together = cab.getByRole('checkbox', { name: `Together with ${b.reference}` })
    await together.uncheck()
    await expect(cab.getByRole('button', { name: 'Start trip' })).toBeVisible()
    await together.check()
    await slide(cab, 'All 2 parcels picked up')
    for (const page of [sender, other]) await expect(page.getByRole('heading', { level: 1 })).toHaveText(/to go$/)
  })

  await test.step('at the shared drop both are handed over, each with its code', async () => {
    const codeOf = async (rider: typeof first, booking_id: string) =>
      unwrap(await rider.client.rpc('start_code', { booking_id }))
    await cab
      .getByRole('textbox', { name: 'Code from the person who takes the parcel' })
      .fill(await codeOf(first, a.id))
    await cab.getByRole('textbox', { name: `Code for ${b.reference}` }).fill(await codeOf(second, b.id))
    await expectAccessible(cab)
    await picture(cab, 'parcels-at-drop')
    await cab.getByRole('button', { name: 'All 2 parcels handed over' }).press('Enter')
    await cab.getByRole('dialog').getByRole('button', { name: 'End the trip' }).click()
    for (const page of [sender, other])
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('How was the delivery?')
  })

  const bookings = unwrap(
    await service(stack)
      .from('bookings')
      .select('id,status,is_along,trip_cost,estimate,reached_at')
      .in('id', [a.id, b.id])
  )
  expect(bookings.map(({ status }) => status)).toEqual(['PAID', 'PAID'])
  expect(bookings.every(({ trip_cost, estimate: quoted }) => trip_cost === quoted)).toBe(true)
  const events = unwrap(
    await service(stack).from('booking_events').select('to_status,at,booking_id').in('booking_id', [a.id, b.id])
  )
  for (const step of ['ARRIVED', 'STARTED', 'REACHED']) {
    const at = events.filter(({ to_status }) => to_status === step).map((event) => event.at)
    expect(at, step).toHaveLength(2)
    expect(at[0], `the time of ${step} is the same for both parcels`).toBe(at[1])
  }
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a sender books two parcels in one form; although one response is lost, nothing is booked twice, and one courier takes both', async ({
  open,
  person,
  picture
}) => {
  const [sender, admin, driver] = [
    await person('rider12@hackney.test'),
    await person('admin@hackney.test'),
    await person('driver5@hackney.test')
  ]
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: sender.id, amount: 80 }))
  await goOnline(driver)
  const page = await open('/', { at: vaduz, as: sender })
  const form = page.getByRole('dialog', { name: 'Delivery information' })
  const parcel = (number: number) => form.getByRole('group', { name: `Parcel ${number}` })
  const fill = async (number: number, name: string, phone: string) => {
    await parcel(number).getByRole('textbox', { name: 'Who takes the parcel' }).fill(name)
    await parcel(number).getByRole('textbox', { name: 'Their phone number' }).fill(phone)
  }

  await test.step('a second parcel has its own recipient and size, and the form shows the sum', async () => {
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await page.getByRole('radio', { name: 'Parcel' }).click()
    await page.getByRole('radio', { name: /^Courier/ }).click()
    await page.getByRole('button', { name: /^Book Courier · CHF/ }).click()
    await page.getByRole('button', { name: 'Get estimate' }).click()
    await form.getByRole('textbox', { name: 'Who takes the parcel' }).fill('Nina Frick')
    await form.getByRole('textbox', { name: 'Their phone number' }).fill('+423 555 77 88')
    await form.getByRole('button', { name: 'Add another parcel' }).click()
    await expect(parcel(2).getByRole('textbox', { name: 'Who takes the parcel' })).toBeFocused()
    await form.getByRole('button', { name: 'Book 2 parcels' }).click()
    await expect(parcel(2).getByRole('alert')).toHaveText("Please enter the recipient's name and phone number.")
    await fill(2, 'Otto Beck', '+423 555 77 99')
    await parcel(2).getByRole('combobox').first().selectOption({ index: 1 })
    await parcel(2)
      .getByRole('textbox', { name: /^At the drop/ })
      .fill('Second floor')
    const figures = form.getByRole('definition')
    await expect(figures.filter({ hasText: '…' })).toHaveCount(0)
    const [one = 0, two = 0, sum] = (await figures.allTextContents()).map((text) => Number(text.replace(/[^\d.]/g, '')))
    expect(two).toBeGreaterThan(one)
    expect(sum).toBeCloseTo(one + two)
    await expectEveryManner(page, 'parcels-form', { within: '[role=dialog]', keep: picture })
  })

  await test.step('when the second response is lost, the form says which parcel is booked and which is not; trying again books no third', async () => {
    let calls = 0
    await page.route('**/rpc/create_booking', async (route) => {
      calls++
      if (calls !== 2) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: 'Book 2 parcels' }).click()
    await expect(form.getByText('Booked: 1. Not booked: 1.')).toBeVisible()
    await expect(form.getByRole('link', { name: /^Booking [A-Z]{6}$/ })).toBeVisible()
    await expect(parcel(1).getByRole('textbox', { name: 'Who takes the parcel' })).toHaveValue('Otto Beck')
    await expect(parcel(1).getByRole('alert')).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await picture(page, 'parcels-form-part')
    await form.getByRole('button', { name: 'Try again' }).click()
    await expect(page).toHaveURL(/\/bookings$/)
    await expect(page.getByText('2 parcels are booked')).toBeVisible()
  })

  const rows = unwrap(
    await sender.client.from('bookings').select('id,status,parcel_type_index,created_at').order('created_at')
  )
  // A second try of this story finds the cancelled parcels of the first.
  const going = rows.filter(({ status }) => status !== 'CANCELLED')
  const [a, b] = going
  expect(going.map(({ status }) => status)).toEqual(['NEW', 'NEW'])
  expect([a?.parcel_type_index, b?.parcel_type_index]).toEqual([0, 1])

  await test.step('the courier who accepts the first is offered the second, and arrives for both by one press', async () => {
    const { data } = await driver.client.from('booking_offers').select('booking_id').eq('status', 'open')
    expect(data).toEqual([{ booking_id: a?.id }])
    await accept(driver, a?.id ?? '')
    const cab = await open(`/bookings/${a?.id}`, { as: driver, at: vaduz })
    await cab.getByRole('button', { name: /^Accept/ }).click()
    await cab.getByRole('button', { name: 'I have arrived: 2 parcels' }).click()
    await expect
      .poll(async () => {
        const own = sender.client
          .from('bookings')
          .select('status')
          .in(
            'id',
            going.map(({ id }) => id)
          )
        return unwrap(await own).map(({ status }) => status)
      })
      .toEqual(['ARRIVED', 'ARRIVED'])
  })
  for (const { id } of rows) await sender.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' })
  await driver.client.rpc('set_driver_active', { active: false })
})

test('a sender of three parcels from one place to another tells them apart in the list by their recipients', async ({
  open,
  person
}) => {
  const [sender, admin] = [await person('rider13@hackney.test'), await person('admin@hackney.test')]
  unwrap(await admin.client.rpc('add_to_wallet', { user_id: sender.id, amount: 90 }))
  const page = await open('/', { at: vaduz, as: sender })
  const form = page.getByRole('dialog', { name: 'Delivery information' })
  const recipients = ['Nina Frick', 'Otto Beck', 'Eva Kranz']
  await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
  await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
  await page.getByRole('radio', { name: 'Parcel' }).click()
  await page.getByRole('radio', { name: /^Courier/ }).click()
  await page.getByRole('button', { name: /^Book Courier · CHF/ }).click()
  await page.getByRole('button', { name: 'Get estimate' }).click()
  for (const [index, name] of recipients.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add another parcel' }).click()
    const fields = index > 0 ? form.getByRole('group', { name: `Parcel ${index + 1}` }) : form
    await fields.getByRole('textbox', { name: 'Who takes the parcel' }).first().fill(name)
    await fields.getByRole('textbox', { name: 'Their phone number' }).first().fill(`+423 555 77 8${index}`)
  }
  await form.getByRole('button', { name: 'Book 3 parcels' }).click()
  await expect(page).toHaveURL(/\/bookings$/)
  const cards = page.getByRole('article').filter({ hasText: 'Courier' })
  await expect(cards).toHaveCount(3)
  for (const name of recipients) await expect(cards.filter({ hasText: name })).toHaveCount(1)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await test.step('each card leads to its own parcel', async () => {
    await cards.filter({ hasText: 'Otto Beck' }).getByRole('link').click()
    await expect(page.getByText('Otto Beck').first()).toBeVisible()
    await expect(page.getByText('Nina Frick')).toHaveCount(0)
  })

  const rows = unwrap(await sender.client.from('bookings').select('id').eq('status', 'NEW'))
  for (const { id } of rows)
    unwrap(await sender.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})
