/** Telephone orders: the desk books for who calls, by the keyboard alone. */
import type { Locator, Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { book, unwrap } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import { change } from '../support/staff.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const field = (page: Page | Locator, name: string | RegExp) => page.getByRole('textbox', { name })
const number = (page: Page) => page.getByRole('combobox', { name: 'Phone number or name' })
const pickup = (page: Page) => page.getByRole('combobox', { name: 'Pickup' })
const drop = (page: Page) => page.getByRole('combobox', { name: 'Drop' })
const bookButton = (page: Page) => page.getByRole('button', { name: /^Book/ })
const booked = (page: Page) => page.getByText(/Booking reference [A-Z]{6}/)

/** The newest bookings that the desk made for somebody. */
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

/** A rider of a number of their own, who was driven from Vaduz to Schaan. */
async function repeatCaller(admin: Person, rider: Person, mobile: string) {
  await change(admin, rider.id, { mobile })
  return book(rider)
}

/** Types into the field that has the focus and takes the first place found. */
async function typePlace(page: Page, text: string) {
  await page.keyboard.type(text)
  await expect(page.getByRole('option').first()).toContainText(text.split(' ')[0] ?? text)
  await page.keyboard.press('Enter')
}

test('A repeat caller is booked in four keys after the number; the way back in two', async ({
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
  await expect(booked(desk)).toBeVisible()
  const [made] = await bookingsOf(stack, 'Lea Ospelt')
  expect(made).toMatchObject({ pickup_address: 'Städtle, Vaduz', payment_mode: 'cash', book_later: false })

  // The next call begins at once; Enter and Enter would be the same trip again.
  await expect(number(desk)).toBeFocused()
  await desk.keyboard.type('00423 700 11 07')
  await expect(desk.getByRole('list', { name: 'Under way' })).toContainText(made?.reference ?? '–')
  await desk.keyboard.press('Shift+Enter')
  await expect(pickup(desk)).toHaveValue('Landstrasse, Schaan')
  await expect(bookButton(desk)).toBeFocused()
  await expect(bookButton(desk)).toContainText(/CHF\s\d/)
  await picture(desk, 'telephone-way-back')
  await desk.keyboard.press('Enter')
  await desk.keyboard.press('Enter')
  await expect(booked(desk)).toHaveCount(2)
  const all = await bookingsOf(stack, 'Lea Ospelt')
  expect(all).toHaveLength(2)
  expect(all[0]).toMatchObject({ pickup_address: 'Landstrasse, Schaan', drop_address: 'Städtle, Vaduz' })

  // Booked by mistake: it is taken back, and the call is there again.
  await desk.keyboard.press('Alt+z')
  await expect(pickup(desk)).toHaveValue('Landstrasse, Schaan')
  expect((await bookingsOf(stack, 'Lea Ospelt'))[0]?.status).toBe('CANCELLED')
})

test('Somebody who calls for the first time is booked by name and number, for a guest, with a note', async ({
  open,
  person,
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
  await expect(desk.getByText('Please enter a phone number with more than 6 digits.').first()).toBeVisible()
  await field(desk.getByRole('group', { name: /Who travels/ }), 'Phone number').fill('+423 700 33 09')
  await field(desk, 'Note to the driver').fill('Ring twice')
  await desk.keyboard.press('Control+Enter')
  await expect(booked(desk)).toBeVisible()
  const [made] = await bookingsOf(stack, 'Rosa Marxer')
  expect(made).toMatchObject({ customer_name: 'Rosa Marxer', guest_name: 'Otto Beck' })
  expect(made?.booking_contacts).toMatchObject({ guest_phone: '+423 700 33 09', pick_up_instructions: 'Ring twice' })
})

test('On a phone a call fits, and nothing scrolls sideways', async ({ open, person, picture }) => {
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
