/** The trip page's sheet, which leaves room for the map; the following ride; and the break that is due. */
import postgres from 'postgres'
import { schaan, vaduz } from '../support/places.ts'
import { unwrap } from '../support/responses.ts'
import { accept, book, goOnline, offerOf, reportPosition, start } from '../support/ride.ts'
import { expect, expectAccessible, expectContrast, expectNoSidewaysScroll, moveTo, slide, test } from './fixtures.ts'
import { expectEveryManner } from './manners.ts'

test('a driver keeps the sheet small, accepts the next ride before this one ends, and is told about a break', async ({
  open,
  person,
  stack,
  turnableClock,
  picture
}) => {
  const rider = await person('rider19@hackney.test')
  const following = await person('rider20@hackney.test')
  const driver = await person('driver@hackney.test')
  await goOnline(driver)
  const { id } = await book(rider)
  await offerOf(driver, id)
  await accept(driver, id)
  const page = await open(`/bookings/${id}`, { at: vaduz, as: driver })
  const { height: window = 0 } = page.viewportSize() ?? {}
  const isPhone = (page.viewportSize()?.width ?? 0) < 900
  const sheet = page.getByRole('region', { name: 'Trip', exact: true })
  const pixels = async () => (await sheet.boundingBox())?.height ?? 0
  const less = page.getByRole('button', { name: 'Show less' })
  const more = page.getByRole('button', { name: 'Show everything' })
  const arrive = page.getByRole('button', { name: /arrived/ })

  if (isPhone) {
    await test.step('the small sheet holds the next step and the slide, and the map has two thirds', async () => {
      await expect(arrive).toBeVisible()
      await less.click()
      await expect.poll(pixels).toBeLessThan(window / 3)
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
      await expect(arrive).toBeInViewport({ ratio: 1 })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await expectContrast(page)
      await expectEveryManner(page, 'trip-small', { isSunny: true, keep: picture })
    })

    await test.step('the sheet keeps the height chosen by the button or the handle', async () => {
      await page.reload()
      await expect(more).toBeVisible()
      await expect.poll(pixels).toBeLessThan(window / 3)
      await more.click()
      await expect.poll(pixels).toBeGreaterThan(window * 0.5)
      await expectContrast(page)
      const handle = await page.getByRole('slider', { name: 'Height of the panel' }).boundingBox()
      if (!handle) throw new Error('the sheet has no handle')
      await page.mouse.move(handle.x + handle.width / 2, handle.y + 14)
      await page.mouse.down()
      await page.mouse.move(handle.x + handle.width / 2, window - 90, { steps: 6 })
      await page.mouse.up()
      await expect.poll(pixels).toBeLessThan(window / 3)
    })

    await test.step('the slide works in the small sheet; a field to type in raises the sheet', async () => {
      const heading = page.getByRole('heading', { level: 1 })
      await sheet.getByText('Report a problem').scrollIntoViewIfNeeded()
      await expect(heading).not.toBeInViewport()
      await arrive.click()
      await expect(heading).toBeInViewport({ ratio: 1 })
      const code = page.getByRole('textbox', { name: 'Start code from your rider' })
      await expect(code).toBeInViewport({ ratio: 1 })
      await expectContrast(page)
      await code.fill(unwrap(await rider.client.rpc('start_code', { booking_id: id })))
      await expect.poll(pixels).toBeLessThan(window / 3)
      await slide(page, 'Start trip')
      await expect
        .poll(async () => (await driver.client.from('bookings').select('status').eq('id', id).single()).data?.status)
        .toBe('STARTED')
      await expectContrast(page)
      await picture(page, 'trip-small-started')
    })
  } else await start(rider, driver, id)

  const dialog = page.getByRole('dialog', { name: 'New trip' })
  let next = ''
  await test.step('on the last kilometre the next ride is offered, and waits for the end of this one', async () => {
    // Three kilometres in two minutes: the server refuses a faster car.
    await turnableClock.turnBy(120)
    await moveTo(page, schaan)
    await expect.poll(() => reportPosition(driver, schaan)).toBe(true)
    next = (await book(following, schaan, vaduz)).id
    await expect(dialog).toBeVisible()
    await expectAccessible(page, '[role=dialog]')
    await expectEveryManner(page, 'next-offered', { within: '[role=dialog]', isSunny: true, keep: picture })
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await expect(dialog).toHaveCount(0)
    const { data } = await driver.client.from('bookings').select('status,engaged_at').eq('id', next).single()
    expect(data).toEqual({ status: 'ACCEPTED', engaged_at: null })
  })

  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const cardOf = (booking: string) => page.locator(`a[href="/bookings/${booking}"]`)
  await test.step('both rides are in the list, and the second becomes current when the first ends', async () => {
    await page.goto('/drive/trips')
    await expect(section('Current trip').locator(cardOf(id))).toHaveCount(1)
    await expect(section('Next').locator(cardOf(next))).toHaveCount(1)
    await expect(section('Next')).toContainText('Yours when the trip you are on ends.')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'next-job')
    unwrap(await driver.client.rpc('reach_drop', { booking_id: id }))
    unwrap(await driver.client.rpc('confirm_cash', { booking_id: id }))
    await expect(section('Current trip').locator(cardOf(next))).toHaveCount(1)
    await expect(section('Next')).toHaveCount(0)
    await expect(section('Today').locator(cardOf(id))).toHaveCount(1)
  })

  await test.step('the page announces a break half an hour before it is due, and asks for it when it is due', async () => {
    const sql = postgres(stack.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })
    // Moves the start of the shift back by so many minutes, instead of waiting: first by four and a quarter hours.
    const since = (minutes: number) =>
      sql`update app.duty_periods set began_at = now() - make_interval(mins => ${minutes}) where driver_id = ${driver.id} and ended_at is null`
    // Duty periods of other stories today would overlap with it.
    await sql`delete from app.duty_periods where driver_id = ${driver.id} and ended_at is not null`
    await since(255)
    await page.reload()
    await expect(section('Today').getByText(/^A break of 45 minutes is due at \d\d:\d\d\.$/)).toBeVisible()
    await picture(page, 'break-soon')
    await since(280)
    await page.reload()
    await expect(section('Today').getByText('Time for a break of 45 minutes.')).toBeVisible()
    await expectAccessible(page)
    await page.goto('/drive')
    await expect(page.getByText('Time for a break of 45 minutes.')).toBeVisible()
    await expectAccessible(page)
    // The page of a trip also announces the break: during a trip a driver sees no other page.
    await cardOf(next).first().click()
    await expect(page).toHaveURL(new RegExp(next))
    await expect(page.getByText('Time for a break of 45 minutes.')).toBeVisible()
    await picture(page, 'break-due-on-trip')
    if (isPhone) {
      await expect(more).toBeVisible()
      await expect.poll(pixels).toBeLessThan(window / 3)
      await expect(page.getByText('Time for a break of 45 minutes.')).toBeInViewport({ ratio: 1 })
      await expect(arrive).toBeInViewport({ ratio: 1 })
      await expectEveryManner(page, 'break-on-small-sheet', { isSunny: true, keep: picture })
    }
    await since(1)
    await sql.end()
  })

  unwrap(await driver.client.rpc('cancel_booking', { booking_id: next, reason: 'done' }))
  await following.client.rpc('cancel_booking', { booking_id: next, reason: 'done' })
  await driver.client.rpc('set_driver_active', { active: false })
})
