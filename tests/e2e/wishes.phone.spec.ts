import type { Locator, Page } from '@playwright/test'
import { textTo } from '../support/people.ts'
import { vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { goOnline as comeOnline, offerOf } from '../support/ride.ts'
import {
  choosePlace,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  moveTo,
  NOWHERE,
  SHARED_POLL_MS,
  slide,
  test
} from './fixtures.ts'

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name })
const GUEST = { name: 'Eva Kranz', phone: '+423 555 77 31' }
const NOTE = 'Ring <b>twice</b>, ground floor'

// Spec 3.25, 3.37, 9.12
test('a rider books a car with a ramp for a guest, who reads the code from the text message', async ({
  open,
  person,
  stack,
  picture
}) => {
  const [rider, near, fitting, admin] = await Promise.all(
    ['rider14@', 'driver6@', 'driver9@', 'admin@'].map((name) => person(`${name}hackney.test`))
  )
  if (!rider || !near || !fitting || !admin) throw new Error('not all people of this story could sign in')
  await Promise.all([comeOnline(near), comeOnline(fitting, { ...vaduz, lat: vaduz.lat + 0.004 })])
  const page = await open('/', { as: rider, at: vaduz })
  const since = Date.now()
  const dialog = page.getByRole('dialog')

  await test.step('the wishes are worded in the form, and chosen by keyboard', async () => {
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    await choosePlace(page, 'Drop', 'Schaan', /Schaan/)
    await button(page, 'Passengers and extras: 1 passenger').press('Enter')
    await button(page, 'One more: Passengers').press('Enter')
    await expect(dialog.getByRole('group', { name: 'Passengers' })).toContainText('2')
    await dialog.getByRole('switch', { name: 'Wheelchair' }).press('Space')
    await expectAccessible(page)
    await picture(page, 'wishes-needs')
    await button(page, 'Done').click()
    await expect(button(page, 'Passengers and extras: 2 passengers · Wheelchair')).toBeFocused()
  })

  await test.step('a car without the equipment says why, and cannot be chosen', async () => {
    const limousine = page.getByRole('radio', { name: /Does not take a wheelchair/ }).first()
    await expect(limousine).toBeDisabled()
    await expect(button(page, /^Book Cab · CHF/)).toBeEnabled()
  })

  await test.step('the rider enters a guest, and a note for the driver', async () => {
    await button(page, 'Who rides?: Me').click()
    await dialog.getByRole('radio', { name: 'Someone else' }).click()
    await button(page, 'Done').click()
    await expect(dialog.getByRole('alert')).toContainText('name that the driver will ask for')
    await dialog.getByRole('textbox', { name: 'Name' }).fill(GUEST.name)
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill('123')
    await button(page, 'Done').click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Phone number' }).fill(GUEST.phone)
    await expectAccessible(page)
    await picture(page, 'wishes-guest')
    await button(page, 'Done').click()
    await button(page, /^Note for the driver/).click()
    await dialog.getByRole('textbox').fill(NOTE)
    await expectAccessible(page, '[role=dialog]')
    await button(page, 'Done').click()
    await expect(dialog).toHaveCount(0)
    await page.reload()
    await expect(button(page, `Who rides?: ${GUEST.name}`)).toBeVisible()
    await expect(button(page, `Note for the driver: ${NOTE}`)).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'wishes-form')
  })

  let id = ''
  let text = ''
  await test.step('only the driver whose car has a ramp is asked', async () => {
    await button(page, /^Book Cab · CHF/).click()
    await expect(heading(page, 'Looking for a driver')).toBeVisible()
    id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const offer = await offerOf(fitting, id)
    expect(offer.requirements).toEqual({ seats: 2, wheelchair: true })
    const asked = unwrap(await admin.client.from('requested_drivers').select('driver_id').eq('booking_id', id))
    expect(asked).toEqual([{ driver_id: fitting.id }])
    await expect(page.getByRole('list', { name: 'The car has to carry' })).toContainText('Wheelchair')
    await expect(page.getByText(`${GUEST.name} got the start code`)).toBeVisible()
    // Read now: the next text tells of the driver.
    text = await textTo(stack, GUEST.phone, since)
  })

  const drive = await open('/drive', { as: fitting, at: { ...vaduz, lat: vaduz.lat + 0.004 } })
  await test.step('the driver reads the wish in the offer, and the note after accepting', async () => {
    const offer = drive.getByRole('region', { name: 'New trip' })
    await expect(offer.getByRole('list', { name: 'The car has to carry' })).toContainText('2 passengers')
    await picture(drive, 'wishes-offer')
    await expect(offer).not.toContainText('Ring')
    await button(drive, 'Accept').click()
    await expect(heading(drive, 'Pick up Eva')).toBeVisible()
    await expect(drive.getByText(NOTE)).toBeVisible()
    await expect(drive.getByText('Booked by Simon Banzer')).toBeVisible()
    await expect(drive.getByRole('link', { name: 'Call' })).toHaveAttribute('href', /555.?77.?31/)
    await expectAccessible(drive)
    await picture(drive, 'wishes-trip')
  })

  await test.step('the guest opens the link of the text message and tells the driver the code', async () => {
    expect(text).toContain('Simon booked a ride for you')
    const link = /https?:\/\/\S+\/t\/[0-9a-f]{32}/.exec(text)?.[0] ?? ''
    const guest = await open(NOWHERE)
    await guest.clock.install()
    await guest.goto(new URL(link).pathname)
    const code = guest.getByRole('region', { name: 'Start code' })
    await expect(code).toBeVisible()
    const digits = (await code.innerText()).replace(/\D/g, '').slice(0, 5)
    expect(text).toContain(digits)
    await expectAccessible(guest)
    await picture(guest, 'wishes-shared')
    const shared = unwrap(await rider.client.rpc('share_trip', { booking_id: id }))
    const watcher = await open(NOWHERE)
    await watcher.clock.install()
    await watcher.goto(`/t/${shared}`)
    await expect(heading(watcher, /on the way to the pickup/)).toBeVisible()
    await expect(watcher.getByRole('region', { name: 'Start code' })).toHaveCount(0)

    await moveTo(drive, vaduz)
    await slide(drive, 'I have arrived')
    await drive.getByRole('textbox', { name: 'Start code from your rider' }).fill(digits)
    await slide(drive, 'Start trip')
    await expect(heading(drive, 'Drive to the drop-off')).toBeVisible()
    await guest.clock.runFor(SHARED_POLL_MS)
    await expect(code).toHaveCount(0)
    await button(page, /^Shared?$/).click()
    await expect(dialog).toContainText(`${GUEST.name.split(' ')[0]}`)
    await button(page, 'End their link').click()
    await expect(button(page, 'End their link')).toHaveCount(0)
    await Promise.all([guest, watcher].map((one) => one.clock.runFor(SHARED_POLL_MS)))
    await expect(heading(guest, 'No longer shared')).toBeVisible()
    await expect(heading(watcher, /^Arrival about|On the way/)).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
  })

  unwrap(await fitting.client.rpc('reach_drop', { booking_id: id }))
  unwrap(await fitting.client.rpc('confirm_cash', { booking_id: id }))

  await test.step('booking the ride again keeps all wishes, in Arabic too', async () => {
    await page.goto(`/?again=${id}`)
    await expect(button(page, `Who rides?: ${GUEST.name}`)).toBeVisible()
    await expect(button(page, `Note for the driver: ${NOTE}`)).toBeVisible()
    const arabic = await open(`/?again=${id}&lang=ar`, { as: rider, at: vaduz, locale: 'ar' })
    await expect(button(arabic, /كرسي متحرك/)).toBeVisible()
    await button(arabic, /كرسي متحرك/).click()
    await expect(arabic.getByRole('dialog')).toBeVisible()
    await expectAccessible(arabic)
    await expectNoSidewaysScroll(arabic)
    await picture(arabic, 'wishes-needs-ar')
  })
  await Promise.all([near, fitting].map((driver) => driver.client.rpc('set_driver_active', { active: false })))
})
