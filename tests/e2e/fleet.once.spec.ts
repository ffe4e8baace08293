import type { Page } from '@playwright/test'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { bookAccepted } from '../support/ride.ts'
import { change } from '../support/staff.ts'
import { expect, expectAccessible, expectDrawn, test } from './fixtures.ts'

interface Answer {
  status: number
  body: unknown
}

/** Sends requests as the page's own client could, with its session and its key. */
function caller(page: Page, apikey: string, api: string) {
  return (path: string, body?: object): Promise<Answer> =>
    page.evaluate(
      async ({ address, apikey, body }) => {
        const { access_token } = JSON.parse(localStorage.getItem('hackney.session') ?? '')
        const answer = await fetch(address, {
          method: body ? 'POST' : 'GET',
          headers: { apikey, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) })
        })
        return { status: answer.status, body: await answer.json().catch(() => null) }
      },
      { address: `${api}${path}`, apikey, body }
    )
}

/** Expects a refusal by an error code, or an empty answer. */
function expectNothing(asked: string, { status, body }: Answer) {
  if (status >= 400) {
    expect(status, asked).toBeLessThan(500)
    // An unknown name or argument would be refused too, and prove nothing.
    return expect(String(Object(body).code), asked).not.toMatch(/^(PGRST|42P01|42703)/)
  }
  const { rows = body } = Object(body) as { rows?: unknown }
  expect(Array.isArray(rows) ? rows : [rows].filter((one) => one !== null), asked).toEqual([])
}

/** A ride with a driver of one fleet, and the two fleets of the story. */
async function twoFleets(person: (email: string) => Promise<Person>) {
  const [admin, fleet, other, rider, driver, own] = await Promise.all(
    ['admin', 'fleet', 'fleet2', 'rider6', 'driver11', 'driver2'].map((name) => person(`${name}@hackney.test`))
  )
  if (!admin || !fleet || !other || !rider || !driver || !own)
    throw new Error('not all people of this story could sign in')
  await change(admin, driver.id, { fleet_id: other.id })
  await change(admin, own.id, { fleet_id: fleet.id })
  const booking = await bookAccepted(rider, driver)
  const restore = async () => {
    unwrap(await rider.client.rpc('cancel_booking', { booking_id: booking.id, reason: 'My plans changed' }))
    await change(admin, driver.id, { fleet_id: null })
    await driver.client.rpc('set_driver_active', { active: false })
  }
  return { fleet, other, driver, own, booking, restore }
}

// Spec 1.13, 6.17, 6.20
test('a fleet admin finds nothing of another fleet, neither by typed addresses nor by requests of the own page', async ({
  open,
  person,
  stack
}) => {
  const { fleet, other, driver, own, booking, restore } = await twoFleets(person)
  try {
    const page = await open('/dashboard', { as: fleet })
    const call = caller(page, stack.SUPABASE_PUBLISHABLE_KEY, stack.SUPABASE_URL)

    await test.step('the pages show the own fleet', async () => {
      for (const path of ['/dashboard', '/bookings', '/drivers', '/driverearning', '/profile']) {
        await page.goto(path)
        await expectDrawn(page)
        await expect(page, path).toHaveURL(new RegExp(path))
        await expect(page.getByText(booking.reference), path).toHaveCount(0)
        await expect(page.getByText('Carmen Ruiz'), path).toHaveCount(0)
        await expectAccessible(page)
      }
    })

    await test.step('typed ids of the other fleet lead nowhere', async () => {
      const typed = [
        `/bookings/${booking.id}`,
        `/bookings?q=${booking.reference}`,
        `/drivers/${driver.id}`,
        `/driverearning?of=${driver.id}`
      ]
      for (const path of typed) {
        await page.goto(path)
        await expectDrawn(page)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('main').getByText(booking.reference, { exact: true }), path).toHaveCount(0)
        await expect(page.getByText('Carmen Ruiz'), path).toHaveCount(0)
      }
      for (const path of ['/settings', '/withdraws', '/earningreports', '/auditlog']) {
        await page.goto(path)
        await expect(page, path).toHaveURL(/\/dashboard/)
      }
    })

    await test.step('requests of the page return nothing of the other fleet', async () => {
      const rpc = (name: string, args: object) => call(`/rest/v1/rpc/${name}`, args)
      const asked: [string, object][] = [
        ['list_bookings', { booking_id: booking.id }],
        ['list_bookings', { driver_id: driver.id }],
        ['list_bookings', { fleet_id: other.id }],
        ['list_people', { person_id: driver.id }],
        ['list_people', { search: 'Carmen' }],
        ['list_people', { person_id: booking.customer_id }],
        ['edit_person', { user_id: driver.id, patch: { vehicle_number: 'MINE' } }],
        ['edit_person', { user_id: own.id, patch: { fleet_id: other.id } }],
        ['set_approved', { user_id: driver.id, approved: false }],
        ['approve_driver', { driver_id: driver.id }],
        [
          'submit_document',
          { kind: 'license', path: `${driver.id}/license`, expires_on: '2099-01-01', driver_id: driver.id }
        ],
        ['delete_person', { user_id: driver.id }],
        ['cancel_booking', { booking_id: booking.id, reason: 'Mine' }],
        ['assign_driver', { booking_id: booking.id, driver_id: own.id }],
        ['override_start_code', { booking_id: booking.id, reason: 'Mine' }],
        ['confirm_cash', { booking_id: booking.id }],
        ['refund_booking', { booking_id: booking.id, amount: 1, reason: 'Mine' }],
        ['explain_fare', { booking_id: booking.id }],
        ['dispatch_log', { booking_id: booking.id }],
        ['trip_trail', { booking_id: booking.id }],
        ['trip_progress', { booking_id: booking.id }],
        ['read_chat', { booking_id: booking.id }],
        ['read_bank_details', { user_id: driver.id }],
        ['rating_details', { user_id: driver.id }],
        ['list_audit', {}],
        ['list_withdrawals', {}],
        ['add_to_wallet', { user_id: own.id, amount: 5 }]
      ]
      for (const [name, args] of asked) expectNothing(`${name} ${JSON.stringify(args)}`, await rpc(name, args))
      const { body } = await rpc('list_people', { person_id: own.id })
      expect(body, 'the own driver is there').toMatchObject({ rows: [{ id: own.id }] })
      const tables = [
        `bookings?id=eq.${booking.id}`,
        `booking_contacts?booking_id=eq.${booking.id}`,
        `booking_events?booking_id=eq.${booking.id}`,
        `profiles?id=eq.${driver.id}`,
        `drivers?id=eq.${driver.id}`,
        `driver_documents?driver_id=eq.${driver.id}`,
        `driver_positions?driver_id=eq.${driver.id}`,
        `wallet_history?user_id=eq.${driver.id}`
      ]
      for (const table of tables) expectNothing(table, await call(`/rest/v1/${table}`))
      const shown: [string, object][] = [
        ['drivers_for_map', { south: 46, west: 9, north: 48, east: 10 }],
        ['duty_drivers', {}],
        ['driver_earnings', {}]
      ]
      for (const [name, args] of shown) {
        const { status, body } = await rpc(name, args)
        expect(status, name).toBe(200)
        expect(JSON.stringify(body), name).not.toContain(driver.id)
      }
    })

    await test.step('account pages open only for the own fleet', async () => {
      const users = (body: object) => call('/functions/v1/accounts/users', body)
      const driverOf = (more: object) => ({
        action: 'create',
        client_key: crypto.randomUUID(),
        usertype: 'driver',
        first_name: 'Ida',
        last_name: 'Lang',
        email: `ida-${crypto.randomUUID().slice(0, 8)}@example.com`,
        ...more
      })
      for (const body of [
        driverOf({ fleet_id: other.id }),
        driverOf({ approved: true }),
        driverOf({ usertype: 'rider' }),
        { action: 'disable', uid: driver.id },
        { action: 'delete', uid: driver.id }
      ])
        expect((await users(body)).status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
      const made = (await users(driverOf({}))).body as { uid: string }
      const { data } = await service(stack).from('drivers').select('fleet_id').eq('id', made.uid).single()
      expect(data?.fleet_id).toBe(fleet.id)
    })

    const { data } = await service(stack).from('profiles').select('approved').eq('id', driver.id).single()
    expect(data?.approved, 'the driver of the other fleet is still approved').toBe(true)
  } finally {
    await restore()
  }
})

// Spec 6.34
test('in a demo people can be added and edited, and every other action of the desk is refused', async ({
  open,
  person,
  stack
}) => {
  const [admin, rider] = await Promise.all(['admin@hackney.test', 'rider5@hackney.test'].map(person))
  if (!admin || !rider) throw new Error('not all people of this story could sign in')
  const demo = (on: boolean) =>
    service(stack).from('settings').update({ allow_critical_edits_admin: !on }).eq('id', 1).throwOnError()
  await demo(true)
  try {
    const page = await open('/bookings', { as: admin })
    const call = caller(page, stack.SUPABASE_PUBLISHABLE_KEY, stack.SUPABASE_URL)
    const keyOf = ({ status, body }: Answer) =>
      status < 400 ? 'done' : String(Object(body).message ?? Object(body).code)
    const users = async (body: object) => {
      const { status, body: answer } = await call('/functions/v1/accounts/users', body)
      return status < 400 ? 'done' : String(Object(answer).code)
    }

    await test.step('lists mask all contacts', async () => {
      await expectDrawn(page)
      await expect(page.getByText('rider5@hackney.test')).toHaveCount(0)
      const listed = await call('/rest/v1/rpc/list_people', { person_id: rider.id })
      expect(JSON.stringify(listed.body)).not.toContain('rider5@hackney.test')
    })

    await test.step('adding and updating work', async () => {
      const mobile = `+4237${String(Date.now()).slice(-6)}`
      const made = { action: 'create', client_key: crypto.randomUUID(), usertype: 'rider', last_name: 'Lang', mobile }
      expect(await users(made)).toBe('done')
      const edited = await call('/rest/v1/rpc/edit_person', { user_id: rider.id, patch: { last_name: 'Beck' } })
      expect(keyOf(edited)).toBe('done')
    })

    await test.step('critical actions are refused with the error that the page shows', async () => {
      expect(await users({ action: 'delete', uid: rider.id })).toBe('demo_mode')
      const refused: [string, object][] = [
        ['delete_person', { user_id: rider.id }],
        ['set_staff_role', { user_id: admin.id, staff_role: 'support' }],
        ['add_to_wallet', { user_id: rider.id, amount: 5 }],
        ['read_bank_details', { user_id: rider.id }],
        ['release_payouts', { user_id: rider.id, reason: 'She called' }],
        ['export_my_data', {}]
      ]
      for (const [name, args] of refused)
        expect(keyOf(await call(`/rest/v1/rpc/${name}`, args)), name).toBe('demo_mode')
    })
  } finally {
    await demo(false)
  }
})
