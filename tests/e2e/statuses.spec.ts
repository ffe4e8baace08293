import { service, signIn } from '../support/people.ts'
import { accept, book, goOnline, offerOf, reportPosition, schaan, unwrap, vaduz } from '../support/ride.ts'
import { enter, expect, expectAccessible, expectDrawn, expectNoSidewaysScroll, test } from './fixtures.ts'

type Who = 'rider' | 'driver'

test('a ride in each status, by day and by night, in English and in German', async ({
  open,
  stack,
  picture,
  isMobile
}) => {
  test.setTimeout(600_000)
  const language = isMobile ? { rider: 'de', driver: 'en' } : { rider: 'en', driver: 'de' }
  const scheme = isMobile
    ? ({ rider: 'dark', driver: 'light' } as const)
    : ({ rider: 'light', driver: 'dark' } as const)
  const rider = await signIn(stack, 'rider5@hackney.test')
  const driver = await signIn(stack, 'driver@hackney.test')
  const people = { rider, driver }
  const pages = { rider: await open('/about-us', { at: vaduz }), driver: await open('/about-us', { at: vaduz }) }
  const answerWithin = async (seconds: number) =>
    unwrap(await service(stack).from('settings').update({ offer_timeout: seconds }).eq('id', 1).select())

  const look = async (who: Who, path: string, name: string) => {
    const page = pages[who]
    await page.emulateMedia({ colorScheme: scheme[who] })
    await page.goto(path)
    await expectDrawn(page)
    await expect(page.locator('html')).toHaveAttribute('lang', new RegExp(`^${language[who]}`))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, `status-${who}-${name}-${language[who]}-${scheme[who]}`)
  }
  const lookAtBoth = async (path: string, name: string) => {
    await look('rider', path, name)
    await look('driver', path, name)
  }

  for (const who of ['rider', 'driver'] as const) {
    await enter(pages[who], people[who])
    unwrap(await people[who].client.rpc('update_profile', { lang_locale: language[who] }))
  }
  // Looking closely at an offer takes longer than taking it.
  await answerWithin(180)
  try {
    await look('driver', '/drive', 'offline')
    await goOnline(driver)
    await look('driver', '/drive', 'online')
    await reportPosition(driver, vaduz)

    const { id } = await book(rider)
    const path = `/bookings/${id}`
    await offerOf(driver, id)
    await look('driver', '/drive', 'offer')
    await look('rider', path, 'new')
    await accept(driver, id)
    await lookAtBoth(path, 'accepted')
    await reportPosition(driver, vaduz)
    unwrap(await driver.client.rpc('arrive_at_pickup', { booking_id: id }))
    await lookAtBoth(path, 'arrived')
    const otp = unwrap(await rider.client.rpc('start_code', { booking_id: id }))
    unwrap(await driver.client.rpc('start_trip', { booking_id: id, otp }))
    await lookAtBoth(path, 'started')
    await reportPosition(driver, schaan)
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    await lookAtBoth(path, 'pending')
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await lookAtBoth(path, 'paid')
    unwrap(await rider.client.rpc('rate_booking', { booking_id: id, stars: 5 }))
    await lookAtBoth(path, 'complete')

    const second = await book(rider)
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: second.id, reason: 'My plans changed' }))
    await look('rider', `/bookings/${second.id}`, 'cancelled')
    await lookAtBoth('/bookings', 'bookings')
    await lookAtBoth('/profile', 'profile')
  } finally {
    await answerWithin(20)
    await driver.client.rpc('set_driver_active', { active: false })
    for (const { client } of [rider, driver]) await client.rpc('update_profile', { lang_locale: 'en' })
  }
})
