/** What an admin sees of money and papers depends on the staff role. */
import { randomUUID } from 'node:crypto'
import { paths } from '../../src/config/paths.ts'
import { type Person, service, signIn } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { goOnline, playRide } from '../support/ride.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('dispatchers and support find no trace of money and papers that their roles may not read', async ({
  open,
  person,
  stack
}) => {
  const [admin, rider, driver] = await Promise.all(
    ['admin', 'rider6', 'driver'].map((name) => person(`${name}@hackney.test`))
  )
  if (!admin || !rider || !driver) throw new Error('the seed has these people')
  const settings = (auto_dispatch: boolean) =>
    service(stack).from('settings').update({ auto_dispatch }).eq('id', 1).throwOnError()
  await settings(false)
  await goOnline(driver)
  const trip = await playRide(admin, rider, driver)
  await driver.client.rpc('set_driver_active', { active: false })
  await settings(true)
  const hire = async (staff_role: string): Promise<Person> => {
    const email = `${staff_role}-${randomUUID().slice(0, 6)}@example.com`
    const app_metadata = { usertype: 'admin', approved: true, staff_role }
    const made = await service(stack).auth.admin.createUser({ email, email_confirm: true, app_metadata })
    if (made.error) throw made.error
    return signIn(stack, email)
  }
  const all = ['Bookings', 'Add booking', 'Money', 'Earning reports', 'Withdrawals', 'Promos', 'General settings']
  for (const { role, tabs, absent, menu } of [
    { role: 'dispatcher', tabs: ['Trips'], absent: ['Wallet', 'Documents'], menu: ['Bookings', 'Add booking'] },
    { role: 'support', tabs: ['Trips', 'Documents'], absent: ['Wallet'], menu: ['Bookings', 'Add booking'] },
    {
      role: 'finance',
      tabs: ['Trips', 'Wallet'],
      absent: ['Documents'],
      menu: ['Bookings', 'Money', 'Earning reports', 'Withdrawals']
    }
  ]) {
    await test.step(`as ${role}`, async () => {
      const member = await hire(role)
      const page = await open(paths.driver(driver.id), { as: member })
      const about = page.getByRole('navigation', { name: 'About this person' })
      for (const name of tabs) await expect(about.getByRole('link', { name, exact: true })).toBeVisible()
      for (const name of absent) await expect(about.getByRole('link', { name, exact: true })).toHaveCount(0)
      const drawer = page.getByRole('navigation', { name: 'Main' })
      for (const name of menu) await expect(drawer.getByRole('link', { name, exact: true })).toBeVisible()
      for (const name of all.filter((one) => !menu.includes(one))) {
        await expect(drawer.getByRole('link', { name, exact: true })).toHaveCount(0)
      }
      await expectAccessible(page)
      await page.goto(paths.dashboard)
      await expect(page.getByText('Cancellation rate')).toBeVisible()
      await expect(page.getByText('Earned today')).toHaveCount(role === 'finance' ? 1 : 0)
      await expect(page.getByText('Fees', { exact: true })).toHaveCount(role === 'finance' ? 2 : 0)
      const panel = await open(`${paths.booking(trip)}?section=payments`, { as: member })
      await expect(panel.getByRole('link', { name: 'Receipt' })).toBeVisible()
      await expect(panel.getByRole('heading', { name: 'Settlement' })).toHaveCount(role === 'finance' ? 1 : 0)
      expect(unwrap(await member.client.from('ledger_entries').select('id').limit(1)).length).toBe(
        role === 'finance' ? 1 : 0
      )
      await page.close()
      await panel.close()
    })
  }
})
