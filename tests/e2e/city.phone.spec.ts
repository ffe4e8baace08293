import { openBar, storiesOn } from './demo-stack.ts'
import { choosePlace, expect, expectAccessible } from './fixtures.ts'
import { tripOf } from './road.ts'

/** What `npm start` gives at a terminal: a fresh database, the built page, the demo bar and the city simulation. */
const test = storiesOn({ args: ['--sim=on'] })
test.use({ map: true })

test('a visitor books, rides and pays in one browser, and sees that ride as dispatcher', async ({
  open,
  stack,
  picture
}) => {
  const page = await open('/')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  let reference = ''

  await test.step('the visitor becomes a rider by one press, and books', async () => {
    await openBar(page)
    await page.getByRole('group', { name: 'You are' }).getByRole('button', { name: 'Rider' }).click()
    // On a phone the bar closes when a person is chosen.
    await expect(page.getByRole('button', { name: 'Rider', pressed: true, includeHidden: true })).toBeAttached()
    await choosePlace(page, 'Pickup', 'Städtle', /Städtle/)
    // The town's university is a short drive away, because the simulated car takes its time.
    await choosePlace(page, 'Drop', 'Ebenholz', /Ebenholz/)
    await expect(button(/^Book Cab ·/)).toBeVisible()
    await expect(button('Show the demo bar').or(button('Hide the demo bar'))).toBeVisible()
    await picture(page, 'city-quote')
    await button(/^Book Cab ·/).click()
    await expect(page).toHaveURL(/\/bookings\/[0-9a-f-]{36}/)
  })

  await test.step('a simulated driver accepts and arrives', async () => {
    await expect(heading(/^Arriving in|is on the way$/)).toBeVisible({ timeout: 60_000 })
    reference = (await tripOf(page, stack)).reference
    await picture(page, 'city-coming')
    await openBar(page)
    await button('16x').click()
    // Nothing of the open bar covers its close button.
    await button('Hide the demo bar').click()
    await expect(heading('Your driver is here')).toBeVisible({ timeout: 90_000 })
  })

  await test.step('the driver asks for the start code, and the visitor gives it by one press in the demo bar', async () => {
    await expect(page.getByRole('region', { name: 'Start code' })).toContainText(/\d \d \d \d \d/)
    await button(/^Message/).click()
    await expect(page.getByRole('log')).toContainText('code')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /start code/i })
      .click()
    await page.keyboard.press('Escape')
    await expect(heading(/to go$|^On the way$/)).toBeVisible({ timeout: 60_000 })
    await picture(page, 'city-riding')
  })

  await test.step('at the drop the visitor pays in cash, and the driver confirms it', async () => {
    await expect(heading('How was your ride?')).toBeVisible({ timeout: 120_000 })
    await page.getByRole('radio', { name: '5 stars' }).click()
    await button('Send rating').click()
    await expect(heading('Thank you for riding')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'city-receipt')
    expect(['PAID', 'COMPLETE']).toContain((await tripOf(page, stack)).status)
  })

  await test.step('the visitor becomes dispatcher by one press, and sees that ride', async () => {
    await openBar(page)
    await page.getByRole('group', { name: 'You are' }).getByRole('button', { name: 'Dispatch' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await page.goto('/bookings')
    await expect(page.getByText(reference).filter({ visible: true }).first()).toBeVisible()
    await picture(page, 'city-dispatch')
  })
})
