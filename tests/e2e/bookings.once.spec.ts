import { readFile } from 'node:fs/promises'
import { service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { book } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

// Spec 2.35, 3.19, 9.15
test('the desk finds a booking, previews it and opens it by keyboard', async ({ open, person, picture, stack }) => {
  const rider = await person('rider3@hackney.test')
  const admin = await person('admin@hackney.test')
  const gone = await book(rider)
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: gone.id, reason: 'My plans changed' }))
  const { id, reference } = await book(rider)
  const page = await open('/bookings', { as: admin })
  const grid = page.getByRole('grid', { name: 'Bookings' })
  const keys = page.keyboard

  await test.step('a table of all bookings, with the focus in one of its cells', async () => {
    await expect(grid.getByRole('link', { name: reference })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'desk-bookings')
  })

  await test.step('the first letters of a reference find it, in lower case too', async () => {
    await page.getByRole('searchbox', { name: 'Reference' }).focus()
    await keys.type(reference.slice(0, 5).toLowerCase())
    await expect(grid.getByRole('row')).toHaveCount(2)
    await expect(page).toHaveURL(new RegExp(`q=${reference.slice(0, 5)}`, 'i'))
  })

  await test.step('Space opens the booking beside the list, which keeps the focus; Escape closes it', async () => {
    while (!(await grid.locator(':focus').count())) await keys.press('Tab')
    await keys.press('End')
    await keys.press('Home')
    // The first cell of a row is its checkbox, so the arrow moves to the next cell.
    await keys.press('ArrowRight')
    await keys.press('ArrowDown')
    await expect(grid.getByRole('link', { name: reference })).toBeFocused()
    await keys.press('Space')
    const panel = page.getByRole('region', { name: 'Open booking' })
    await expect(panel.getByRole('heading', { name: reference })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`open=${id}`))
    await expect(grid.getByRole('link', { name: reference })).toBeFocused()
    await expectAccessible(page)
    await picture(page, 'desk-open')
    await keys.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(grid.getByRole('link', { name: reference })).toBeFocused()
  })

  await test.step('its menu cancels it with a reason, and the row shows the new status', async () => {
    await keys.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Cancel trip' }).focus()
    await keys.press('Enter')
    const dialog = page.getByRole('dialog')
    await expectAccessible(page, '[role=dialog]')
    await dialog.getByRole('radio', { name: 'Something else' }).focus()
    await keys.press('Space')
    await dialog.getByRole('button', { name: 'Cancel trip' }).focus()
    await keys.press('Enter')
    await expect(grid.getByText('Cancelled')).toBeVisible()
  })

  await test.step('Enter moves the focus into the panel, and Escape moves it back to the row', async () => {
    await grid.getByRole('link', { name: reference }).focus()
    await keys.press('Enter')
    const panel = page.getByRole('region', { name: 'Open booking' })
    await expect(panel).toBeFocused()
    await expect(panel.getByText('Cancelled').first()).toBeVisible()
    await keys.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(grid.getByRole('link', { name: reference })).toBeFocused()
  })

  await test.step('a view shows only its bookings, and a reload keeps the view', async () => {
    await page.goto('/bookings?status=CANCELLED')
    await expect(grid.getByRole('link', { name: gone.reference })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cancelled' })).toHaveAttribute('aria-current', 'page')
    await page.reload()
    await expect(grid.getByRole('link', { name: gone.reference })).toBeVisible()
    await expect(page.getByRole('button', { name: /Status.*Cancelled/ })).toBeVisible()
  })

  await test.step('the exported file of a filter has the rows of the database, in the visible columns', async () => {
    await page.getByRole('button', { name: 'Export' }).focus()
    await keys.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await expectAccessible(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Save file' }).press('Enter')
    ])
    expect(download.suggestedFilename()).toMatch(/^bookings-\d{4}-\d\d-\d\d\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1)
    const stored = unwrap(
      await service(stack)
        .from('bookings')
        .select('reference, total_amount')
        .eq('status', 'CANCELLED')
        .order('created_at', { ascending: false })
        .order('id')
    )
    expect(lines[0]).toBe('\uFEFFReference,Status,Time,Pickup,Stops,Drop-off,Customer,Guest,Driver,Amount')
    expect(lines.slice(1).map((line) => [line.split(',')[0], Number(line.split(',').at(-1))])).toEqual(
      stored.map(({ reference: name, total_amount }) => [name, total_amount])
    )
    await expect(dialog.getByText(/saved in bookings-/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().press('Enter')
  })

  await test.step('the desk on a phone shows cards with the same menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const card = page.getByRole('article').filter({ hasText: gone.reference })
    await expect(card).toBeVisible()
    await expect(page.getByRole('button', { name: `Actions for ${gone.reference}` })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'desk-bookings-phone')
  })
})
