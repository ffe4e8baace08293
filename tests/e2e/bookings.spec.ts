import { book, unwrap } from '../support/ride.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './fixtures.ts'

test('the desk finds a booking by its reference and by its status, and orders the list', async ({
  open,
  person,
  picture
}, { project }) => {
  const rider = await person('rider3@hackney.test')
  const admin = await person('admin@hackney.test')
  const gone = await book(rider)
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: gone.id, reason: 'My plans changed' }))
  const { id, reference } = await book(rider)
  const page = await open('/bookings', { as: admin })
  const isPhone = project.name === 'phone'

  await test.step('a phone shows cards, a desk a table that can be ordered', async () => {
    await expect(page.getByRole('link', { name: isPhone ? /Städtle/ : reference }).first()).toBeVisible()
    await expect(page.getByRole('table')).toHaveCount(isPhone ? 0 : 2)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await picture(page, 'desk-bookings')
    if (isPhone) return
    const past = page.getByRole('region', { name: 'Past' })
    await past.getByRole('button', { name: 'Fare' }).click()
    await expect(past.getByRole('columnheader', { name: 'Fare' })).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(/sort=-fare/)
  })

  await test.step('the beginning of a reference is enough', async () => {
    await page.getByRole('searchbox', { name: 'Reference' }).fill(reference.slice(0, 5).toLowerCase())
    await expect(page.getByText('1 booking found')).toBeVisible()
    await expect(page.getByText(reference)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a status shows its bookings alone, and a reload keeps it', async () => {
    await page.getByRole('searchbox', { name: 'Reference' }).fill('')
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Cancelled')
    await expect(page.getByText(gone.reference)).toBeVisible()
    await expect(page.getByText(reference)).toHaveCount(0)
    await page.reload()
    await expect(page.getByText(gone.reference)).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('CANCELLED')
    await picture(page, 'desk-found')
  })
  unwrap(await rider.client.rpc('cancel_booking', { booking_id: id, reason: 'My plans changed' }))
})
