import { service } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { expect, expectAccessible, expectStreets, test } from './fixtures.ts'

test.use({ map: true })

/** Outside the served area. */
const newYork = { lat: 40.7128, lng: -74.006 }

test.describe('a driver with an unusable position', () => {
  for (const [why, options, title] of [
    ['is far from the region', { at: newYork }, 'You are outside the area we serve'],
    ['has not allowed it', {}, 'Location is blocked']
  ] as const) {
    test(`reads so when going online, and stays offline: the device ${why}`, async ({
      open,
      person,
      stack,
      picture
    }) => {
      const driver = await person('driver@hackney.test')
      unwrap(await driver.client.rpc('set_driver_active', { active: false }))
      const page = await open('/drive', { ...options, as: driver })
      await page.getByRole('button', { name: 'Go online' }).click()
      await expect(page.getByRole('alert')).toContainText(title)
      await expect(page.getByRole('heading', { level: 1, name: 'You are offline' })).toBeVisible()
      const stored = await service(stack).from('drivers').select('driver_active_status').eq('id', driver.id).single()
      expect(unwrap(stored).driver_active_status).toBe(false)
      await expect(page.getByRole('button', { name: /^Drive in/ })).toHaveCount(0)
      await expectAccessible(page)
      await picture(page, `position-${'at' in options ? 'outside' : 'denied'}`)
    })

    test(`reads so while online, too: the device ${why}`, async ({ open, person }) => {
      const driver = await person('driver@hackney.test')
      unwrap(await driver.client.rpc('set_driver_active', { active: true, place: { lat: vaduz.lat, lng: vaduz.lng } }))
      const page = await open('/drive', { ...options, as: driver })
      await expect(page.getByRole('heading', { level: 1, name: 'No trips reach you' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText(title)
      // The map stays where it was: a map of another place would be blank.
      await expectStreets(page)
    })
  }

  // Spec 3.7
  test('is offered trips again once the device is back in the region', async ({ open, person }) => {
    const page = await open('/drive', { at: newYork, as: await person('driver@hackney.test') })
    await expect(page.getByRole('alert')).toContainText('Trips begin in Liechtenstein')
    await page.context().setGeolocation({ latitude: vaduz.lat, longitude: vaduz.lng })
    await expect(page.getByRole('heading', { level: 1, name: 'Waiting for trips' })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
