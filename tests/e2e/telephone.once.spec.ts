/** Telephone orders: the desk books for callers by keyboard. */
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { change } from '../support/staff.ts'
import { bookButton, booked, drop, field, number, pickup, setDemo, typePlace } from './dispatcher.ts'
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

/** The newest bookings that the desk made for this name. */
async function bookingsOf(stack: StackEnv, name: string) {
  return unwrap(
    await service(stack)
      .from('bookings')
      .select('*, booking_contacts(*)')
      .eq('customer_name', name)
      .eq('booking_type_admin', true)
      .order('created_at', { ascending: false })
  )
}

/** A rider with their own number who was driven from Vaduz to Schaan before. */
async function repeatCaller(admin: Person, rider: Person, mobile: string) {
  await change(admin, rider.id, { mobile: mobile.replaceAll(' ', '') })
  return book(rider)
}

// Spec 1.7, 2.4, 2.40
test('a repeat caller is booked in four keys after the number, and the way back in two', async ({
  open,
  person,
  stack,
  picture
}) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider7@hackney.test')]
  const mobile = '+423 700 11 07'
  await repeatCaller(admin, rider, mobile)
  const desk = await open('/addbookings', { as: admin })
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('7001107')
  await expect(desk.getByRole('region', { name: 'Caller' })).toContainText(mobile)
  await expect(desk.getByRole('region', { name: 'Earlier trips' })).toContainText('Städtle, Vaduz')
  await expectAccessible(desk)
  await picture(desk, 'telephone-caller')
  for (const keys of ['Alt+r', 'Alt+j', 'Alt+k', 'Control+Enter']) await desk.keyboard.press(keys)
  // The rider's own trip is still open, so the desk is asked first.
  const question = desk.getByRole('dialog', { name: 'Lea Ospelt already has a booking' })
  await question.getByRole('button', { name: 'Book another one' }).click()
  await expect(booked(desk)).toBeVisible()
  const [made] = await bookingsOf(stack, 'Lea Ospelt')
  expect(made).toMatchObject({ pickup_address: 'Städtle, Vaduz', payment_mode: 'cash', book_later: false })

  // The next call begins at once; pressing Enter twice would book the same trip again.
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('00423 700 11 07')
  await expect(desk.getByRole('list', { name: 'Under way' })).toContainText(made?.reference ?? '–')
  await desk.keyboard.press('Shift+Enter')
  await expect(pickup(desk)).toHaveValue('Landstrasse, Schaan')
  await expect(bookButton(desk)).toBeFocused()
  await expect(bookButton(desk)).toContainText(/CHF\s\d/)
  await picture(desk, 'telephone-way-back')
  // Two presses of Enter send no second car: the first asks, and the second says no.
  await desk.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await expectAccessible(desk, '[role=dialog]')
  await desk.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  expect(await bookingsOf(stack, 'Lea Ospelt')).toHaveLength(1)
  await bookButton(desk).press('Enter')
  await question.getByRole('button', { name: 'Book another one' }).click()
  await expect(booked(desk)).toHaveCount(2)
  const all = await bookingsOf(stack, 'Lea Ospelt')
  expect(all).toHaveLength(2)
  expect(all[0]).toMatchObject({ pickup_address: 'Landstrasse, Schaan', drop_address: 'Städtle, Vaduz' })

  // A mistaken booking is undone, and the call is restored.
  await desk.keyboard.press('Alt+z')
  await expect(pickup(desk)).toHaveValue('Landstrasse, Schaan')
  expect((await bookingsOf(stack, 'Lea Ospelt'))[0]?.status).toBe('CANCELLED')
})

// Spec 5.16, 5.18
test('a first-time caller is booked by name and number, for a guest, with a note', async ({
  open,
  person,
  picture,
  stack
}) => {
  const admin = await person('admin@hackney.test')
  const desk = await open('/addbookings', { as: admin })
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('+423 700 22 08')
  await expect(desk.getByText('Nobody has this number yet.', { exact: false })).toBeVisible()
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText('Please choose a pickup, a drop and a car.')).toBeVisible()
  await expect(desk.getByText('Please enter a name.')).toBeVisible()
  await expectAccessible(desk)
  await field(desk, 'First name').focus()
  await desk.keyboard.type('Rosa')
  await desk.keyboard.press('Tab')
  await desk.keyboard.type('Marxer')
  await desk.keyboard.press('Enter')
  await expect(pickup(desk)).toBeFocused()
  await typePlace(desk, 'Vaduz Post')
  await expect(drop(desk)).toBeFocused()
  await typePlace(desk, 'Schaan Bahnhof')
  await expect(bookButton(desk)).toBeFocused()
  await desk.keyboard.press('Alt+g')
  await desk.keyboard.type('Otto Beck')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText('Please enter a complete phone number.').first()).toBeVisible()
  await field(desk.getByRole('group', { name: /Who travels/ }), 'Phone number').fill('+423 700 33 09')
  await field(desk, 'Note to the driver').fill('Ring twice')
  await test.step('a key asks for the car’s equipment, and a car without it says so', async () => {
    await expect(desk.getByRole('button', { name: 'Passengers and extras' })).toBeVisible()
    await desk.keyboard.press('Alt+q')
    const needs = desk.getByRole('region', { name: 'Passengers and extras' })
    await needs.getByRole('button', { name: 'One more: Passengers' }).press('Enter')
    await needs.getByRole('switch', { name: 'Wheelchair' }).press('Space')
    await expect(needs.getByText('2 passengers · Wheelchair')).toBeVisible()
    await expect(desk.getByRole('radio', { name: /Does not take a wheelchair/ }).first()).toBeDisabled()
    await expectAccessible(desk)
    await picture(desk, 'telephone-needs')
  })
  await desk.keyboard.press('Control+Enter')
  await expect(booked(desk)).toBeVisible()
  const [made] = await bookingsOf(stack, 'Rosa Marxer')
  expect(made).toMatchObject({
    customer_name: 'Rosa Marxer',
    guest_name: 'Otto Beck',
    requirements: { seats: 2, wheelchair: true }
  })
  expect(made?.booking_contacts).toMatchObject({ guest_phone: '+4237003309', pick_up_instructions: 'Ring twice' })
})

test('on a phone the form fits without sideways scrolling', async ({ open, person, picture }) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider8@hackney.test')]
  await repeatCaller(admin, rider, '+423 700 11 08')
  const phone = await open('/addbookings#phone=%2B423%20700%2011%2008', { as: admin })
  await phone.setViewportSize({ width: 390, height: 844 })
  await expect(phone.getByRole('region', { name: 'Caller' })).toBeVisible()
  await phone
    .getByRole('button', { name: /^Again/ })
    .first()
    .click()
  await expect(bookButton(phone)).toContainText(/CHF\s\d/)
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(phone)
  await picture(phone, 'telephone-phone')
})

test('another incoming call does not change the first one, and both are there after a reload', async ({
  open,
  person
}) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider9@hackney.test')]
  await repeatCaller(admin, rider, '+423 700 11 09')
  const desk = await open('/addbookings', { as: admin })
  await number(desk).pressSequentially('+423 555 03')
  // A telephone system opens the address in the same window; any fragment is treated as text.
  await desk.evaluate(() => {
    location.hash = '#phone=%3Cimg%20src%3Dx%3E%2B423%20700%2011%2009'
  })
  const tabs = desk.getByRole('navigation', { name: 'Calls' })
  await expect(tabs.getByRole('listitem')).toHaveCount(2)
  await expect(desk).toHaveURL(/\/addbookings$/)
  await desk.keyboard.type(' 99')
  await expect(number(desk)).toHaveValue('+423 555 03 99')
  await expectAccessible(desk)
  await desk.keyboard.press('Alt+2')
  await expect(number(desk)).toHaveValue('<img src=x>+423 700 11 09')
  await number(desk).fill('00423 700 11 09')
  await expect(desk.getByRole('region', { name: 'Caller' })).toContainText('Hanna Quaderer')
  await desk.reload()
  await expect(tabs.getByRole('listitem')).toHaveCount(2)
  await desk.keyboard.press('Alt+1')
  await expect(number(desk)).toHaveValue('+423 555 03 99')
  // A filled-in call is not closed by accident.
  await desk.keyboard.press('Alt+x')
  await expect(desk.getByRole('dialog', { name: 'Close this call?' })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Close the call' }).click()
  await expect(tabs.getByRole('listitem')).toHaveCount(1)
  await expect(desk.getByRole('region', { name: 'Caller' })).toContainText('Hanna Quaderer')
})

test('a phone number passed in the address survives signing in, and reaches no server', async ({ open, stack }) => {
  const desk = await open('/login')
  const asked: string[] = []
  desk.on('request', (request) => asked.push(request.url()))
  await desk.goto('/addbookings#phone=%2B423%20555%2003%2019')
  await expect(desk).toHaveURL(/\/login\?next=%2Faddbookings#phone=/)
  await signIn(desk, stack, 'admin4@hackney.test')
  await expect(number(desk)).toHaveValue('+423 555 03 19')
  await expect(desk).toHaveURL(/\/addbookings$/)
  expect(asked.filter((url) => url.includes('phone='))).toEqual([])
})

test('a series on Tuesdays and Thursdays is booked date by date, and a date whose response was lost is booked once', async ({
  open,
  person,
  stack,
  picture
}) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider10@hackney.test')]
  await repeatCaller(admin, rider, '+423 700 11 10')
  const desk = await open('/addbookings', { as: admin })
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('00423 700 11 10')
  await expect(desk.getByRole('region', { name: 'Earlier trips' })).toBeVisible()
  await desk.keyboard.press('Enter')
  await desk.keyboard.press('Alt+m')
  for (const day of ['Tue', 'Thu']) await desk.getByRole('button', { name: day, exact: true }).press('Space')
  await field(desk, 'Time').fill('14:30')
  const until = new Date(Date.now() + 12 * 86_400_000).toISOString().slice(0, 10)
  await field(desk, 'Until').fill(until.split('-').reverse().join('/'))
  const dates = desk.getByRole('region', { name: 'Dates' })
  const count = await dates.getByRole('checkbox').count()
  expect(count).toBeGreaterThan(2)
  await expect(desk.getByRole('button', { name: /^Book \d trips · CHF\s\d/ })).toBeVisible()
  await expectAccessible(desk)
  let asked = 0
  await desk.route('**/rpc/create_booking*', async (route) => {
    asked += 1
    if (asked !== 2) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  await desk.keyboard.press('Control+Enter')
  await expect(dates.getByRole('alert')).toHaveCount(1)
  await expect(dates).toContainText(`${count - 1} of ${count} booked`)
  await picture(desk, 'telephone-series')
  await desk.getByRole('button', { name: 'Try 1 failed trip again' }).press('Enter')
  await expect(dates).toContainText(`${count} of ${count} booked`)
  const made = await bookingsOf(stack, 'Emil Beck')
  expect(made).toHaveLength(count)
  expect(new Set(made.map(({ trip_at }) => trip_at)).size).toBe(count)
  await desk.keyboard.press('Control+Enter')
  await expect(number(desk)).toHaveValue('')
})

// Spec 1.17, 5.17, 8.22
test('a parcel needs a recipient, a later time at least 15 minutes, and a rider a phone number', async ({
  open,
  person,
  stack
}) => {
  const [admin, rider, silent] = await Promise.all(
    ['admin@hackney.test', 'rider11@hackney.test', 'rider12@hackney.test'].map(person)
  )
  if (!admin || !rider || !silent) throw new Error('not all people of this story could sign in')
  await repeatCaller(admin, rider, '+423 700 11 11')
  await service(stack).from('profiles').update({ mobile: null }).eq('id', silent.id).throwOnError()
  const desk = await open('/addbookings', { as: admin })
  // Looks the caller up by name, as in a demo.
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('Arda')
  await desk.getByRole('option', { name: /Arda Demir/ }).click()
  await expect(desk.getByRole('region', { name: 'Caller' })).toContainText(
    "The rider's phone number or name is missing."
  )
  await number(desk).fill('00423 700 11 11')
  // Presses the key before the caller's name appears.
  await desk.keyboard.press('Alt+r')
  await expect(pickup(desk)).toHaveValue(/Städtle/)
  await desk.getByRole('radio', { name: /Courier/ }).click()
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText("Please enter the recipient's name and phone number.").first()).toBeVisible()
  const takes = desk.getByRole('group', { name: 'Who takes the parcel' })
  await field(takes, 'Name').fill('Nora Matt')
  await field(takes, 'Phone number').fill('+423 700 22 22')
  await desk.keyboard.press('Alt+l')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText('Please choose a time at least 15 minutes from now.').first()).toBeVisible()
  await test.step('a time without a day means the next one, also as a span from now', async () => {
    const time = field(desk, 'Pickup at, time')
    await time.fill('')
    await time.focus()
    await desk.keyboard.type('in 45 min')
    await expect(desk.getByRole('textbox', { name: 'Pickup at', exact: true })).toHaveValue(/^\d\d\/\d\d\/\d{4}$/)
    await expect(desk.getByText('Please choose a time at least 15 minutes from now.')).toHaveCount(0)
  })
  await test.step('an added stop is removed again while it is empty', async () => {
    await desk.keyboard.press('Alt+s')
    await expect(desk.getByRole('combobox', { name: 'Stop 1', exact: true })).toBeFocused()
    await desk.getByRole('button', { name: 'Remove stop 1' }).click()
    await expect(desk.getByRole('combobox', { name: 'Stop 1', exact: true })).toHaveCount(0)
  })
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await desk.getByRole('textbox', { name: 'Pickup at', exact: true }).fill(day.split('-').reverse().join('/'))
  await field(desk, 'Pickup at, time').fill('09:15')
  await desk.keyboard.press('Alt+w')
  await desk.keyboard.press('Control+Enter')
  await expect(booked(desk)).toBeVisible()
  const [made] = await bookingsOf(stack, 'Julia Wolfinger')
  expect(made).toMatchObject({ category: 'delivery', book_later: true, payment_mode: 'wallet', status: 'NEW' })
  expect(made?.booking_contacts).toMatchObject({ delivery_person: 'Nora Matt' })
})

test('a person who only claims the number of a call is offered, but not taken for the caller', async ({
  open,
  person,
  picture
}) => {
  const [admin, rider] = [await person('admin@hackney.test'), await person('rider9@hackney.test')]
  unwrap(await rider.client.rpc('update_profile', { mobile: '+4237901122' }))
  const desk = await open('/addbookings', { as: admin })
  await number(desk).fill('+423 790 11 22')
  await expect(desk.getByRole('option').getByText('Says this is their number')).toBeVisible()
  await expect(desk.getByText('Or somebody else is calling.', { exact: false })).toBeVisible()
  await expect(field(desk, 'First name')).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Caller' })).toHaveCount(0)
  await expectAccessible(desk)
  await picture(desk, 'telephone-claimed')
  await desk.getByRole('option').click()
  await expect(desk.getByRole('region', { name: 'Caller' })).toContainText('+423 790 11 22')
})

test('a demo finds people only by name, and shows no number', async ({ open, person, stack }) => {
  const admin = await person('admin@hackney.test')
  await setDemo(stack, true)
  try {
    const desk = await open('/addbookings', { as: admin })
    await number(desk).fill('+423 555 03 13')
    await expect(desk.getByText('This is a demo. Nothing can be changed here.')).toBeVisible()
    await number(desk).fill('Lina')
    await desk.getByRole('option', { name: /Lina Negele/ }).click()
    const card = desk.getByRole('region', { name: 'Caller' })
    await expect(card).toContainText('Lina Negele')
    await expect(card).not.toContainText('+423')
  } finally {
    await setDemo(stack, false)
  }
})
