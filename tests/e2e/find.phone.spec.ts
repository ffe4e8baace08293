import type { Page } from '@playwright/test'
import { service } from '../support/people.ts'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a rider finds a trip by two words of two addresses, in any case and without accents', async ({
  open,
  person
}) => {
  const rider = await person('rider13@hackney.test')
  const one = await book(rider, { ...vaduz, add: 'Äulestrasse 38, Vaduz' }, { ...schaan, add: 'Im Gässle 9, Schaan' })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: one.id, reason: 'My plans changed' }))
  const other = await book(
    rider,
    { ...vaduz, add: 'Äulestrasse 38, Vaduz' },
    { ...schaan, add: 'Landstrasse 1, Schaan' }
  )
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: other.id, reason: 'My plans changed' }))
  const page = await open('/bookings', { as: rider })
  const card = (name: string) => page.getByRole('article').filter({ hasText: name })
  await expect(card(other.reference)).toBeVisible()
  for (const text of ['aulestr gassle', 'GÄSSLE Vaduz', 'schaan gäss']) {
    await page.getByRole('searchbox').fill(text)
    await expect(card(one.reference), text).toBeVisible()
    await expect(card(other.reference), text).toHaveCount(0)
  }
  await page.getByRole('searchbox').fill('aulestrasse triesen')
  await expect(page.getByText('No booking fits')).toBeVisible()
})

/** Opens the search of a field and types. */
async function type(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('combobox', { name, exact: true }).fill(text)
}

test('a place field keeps saved places while their name is typed, understands coordinates, finds the station, and says that a house number is missing', async ({
  open,
  person,
  picture,
  stack
}) => {
  const rider = await person('rider13@hackney.test')
  const saved = { user_id: rider.id, description: 'Feldkircher Strasse 12, Schaan', lat: 47.17, lng: 9.511, count: 1 }
  const db = service(stack)
  await db
    .from('saved_addresses')
    .insert({ ...saved, label: 'Home' })
    .throwOnError()
  try {
    const page = await open('/', { at: vaduz, as: rider })
    for (const text of ['home', 'Zuhause', 'casa', 'بيت']) {
      await type(page, 'Drop', text)
      await expect(page.getByRole('option', { name: /Home.*Feldkircher Strasse 12/ }), text).toBeVisible()
    }
    await type(page, 'Drop', 'Bahnhof Schaan')
    await expect(page.getByRole('option').first()).toContainText(/Bahnhof|Schaan-Vaduz/)
    await expect(page.getByRole('option').first()).not.toContainText('strasse')
    await type(page, 'Drop', 'Landstrasse 9999 Schaan')
    await expect(page.getByText('Number 9999 is not on the map: this is the street').first()).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'place-number')
    await type(page, 'Drop', '47.1654, 9.5087')
    await page.getByRole('option', { name: /This point/ }).click()
    await expect(page.getByRole('combobox', { name: 'Drop', exact: true })).not.toHaveValue(/47\.1654/)
  } finally {
    await db.from('saved_addresses').delete().eq('user_id', rider.id).eq('label', 'Home')
  }
})
