/** A dispatcher's whole shift as one story, entirely by keyboard. */
import type { Locator, Page } from '@playwright/test'
import postgres from 'postgres'
import { isFull } from '../support/full.ts'
import { type Person, service } from '../support/people.ts'
import { unwrap } from '../support/responses.ts'
import { accept, goOnline, offerOf, playRide } from '../support/ride.ts'
import type { StackEnv } from '../support/stack.ts'
import {
  bookButton,
  booked,
  drop,
  field,
  listen,
  number,
  panelOf,
  pickup,
  pressFor,
  raiseAlarm,
  status,
  toast,
  typePlace
} from './dispatcher.ts'
import { expect, test } from './fixtures.ts'

// Twenty calls by hand take longer than the rest of a suite can wait for.
test.skip(!isFull, 'HACKNEY_FULL=1 plays the shift')

const RIDERS = [20, 21, 22, 23, 24, 25]
const AGAIN = ['Alt+r', 'Alt+j', 'Alt+k', 'Control+Enter']
const BACK = ['Alt+b', 'Alt+j', 'Alt+k', 'Control+Enter']
const words: Record<string, string> = { NEW: 'New', ACCEPTED: 'Accepted', PAID: 'Paid', CANCELLED: 'Cancelled' }

const newRiders = [
  ['+423 700 41 02', 'Hans', 'Beck', 'Triesen', 'Vaduz Post'],
  ['+423 700 41 03', 'Ruth', 'Nigg', 'Schaan Bahnhof', 'Vaduz Post']
] as const

const caller = (page: Page) => page.getByRole('region', { name: 'Caller' })
const earlier = (page: Page) => page.getByRole('region', { name: 'Earlier trips' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Bookings' })

/** Takes a call of a known rider: types the number and books with these keys. */
async function repeat(page: Page, rider: number, keys: readonly string[]): Promise<void> {
  await expect(number(page)).toBeFocused()
  await page.keyboard.type(`00423 555 03 ${rider}`)
  await expect(earlier(page)).toContainText('Städtle, Vaduz')
  if (keys.at(-1) === 'Control+Enter') return press(page, keys)
  for (const key of keys) await page.keyboard.press(key)
}

/** Moves the focus to this element by Tab, or by Shift+Tab if it comes earlier. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    const way = await target.evaluate((element) => {
      const { activeElement } = document
      if (element === activeElement) return 'here'
      return activeElement && element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING
        ? 'back'
        : 'on'
    })
    if (way === 'here') return
    await page.keyboard.press(way === 'back' ? 'Shift+Tab' : 'Tab')
  }
  await expect(target).toBeFocused()
}

/** Presses keys, the last of which books. */
async function press(page: Page, keys: readonly string[]): Promise<void> {
  const before = await latest(page)
  for (const key of keys) await page.keyboard.press(key)
  await expect.poll(() => latest(page)).not.toBe(before)
}

/** The newest booking in the list. */
const latest = async (page: Page) => (await booked(page).allTextContents())[0]

/** Moves to a field and types into it. */
async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

async function pressIn(page: Page, dialog: Locator, name: string | RegExp): Promise<void> {
  await tabTo(page, dialog.getByRole('button', { name }))
  await page.keyboard.press('Enter')
}

/** Offers the booking to the driver whose name begins like this. */
async function assign(page: Page, reference: string, typed: string, name: string): Promise<void> {
  await pressFor(page, 'a', `Assign a driver to ${reference}`)
  // Replaces the field's text: `pressFor` may have pressed its key twice, and the dialog takes the second as text.
  await page.keyboard.press('Control+a')
  await page.keyboard.type(typed)
  await expect(page.getByRole('combobox', { name: 'Name or plate' })).toHaveValue(typed)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await toast(page, 'Driver assigned successfully and notified.')
}

/** Enters the number and name of a first-time caller. */
async function begin(page: Page, mobile: string, first: string, last: string): Promise<void> {
  await expect(number(page)).toBeFocused()
  await page.keyboard.type(mobile)
  await tabTo(page, field(page, 'First name'))
  await page.keyboard.type(first)
  await page.keyboard.press('Tab')
  await page.keyboard.type(last)
  await page.keyboard.press('Enter')
}

async function places(page: Page, from: string, to: string): Promise<void> {
  await expect(pickup(page)).toBeFocused()
  await typePlace(page, from)
  await expect(drop(page)).toBeFocused()
  await typePlace(page, to)
  await expect(bookButton(page)).toBeFocused()
}

/** Opens a page by a few letters in the command palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).waitFor()
  await page.keyboard.type(name)
  await expect(page.getByRole('option').first()).toContainText(name)
  await page.keyboard.press('Enter')
}

/** Steps through the attention list until this booking is open. */
async function see(page: Page, { id, reference }: Made): Promise<void> {
  const open = () => new URL(page.url()).searchParams.get('open')
  for (let presses = 0; open() !== id && presses < 40; presses++) {
    const before = open()
    await page.keyboard.press('.')
    await expect.poll(open).not.toBe(before)
  }
  await expect(panelOf(page, reference)).toBeVisible()
}

const newest = async (stack: StackEnv, since: string) =>
  unwrap(
    await service(stack)
      .from('bookings')
      .select('*, booking_contacts(*)')
      .gte('created_at', since)
      .order('created_at', { ascending: true })
  )

type Made = Awaited<ReturnType<typeof newest>>[number]

test('a dispatcher handles a whole shift by keyboard: twenty calls, and everything that goes wrong with them', async ({
  open,
  person,
  picture,
  stack
}) => {
  // The shift has twenty calls, which take long on a busy CPU.
  test.setTimeout(1_200_000)
  test.skip(!stack.SUPABASE_DB_URL, 'a late driver and an alarm are made in the database itself')
  const people = (...names: string[]) => Promise.all(names.map((name) => person(`${name}@hackney.test`)))
  const [admin, lukas, second] = (await people('admin', 'driver', 'driver2')) as [Person, Person, Person]
  const drivers = [lukas, second]
  const dispatch = (auto_dispatch: boolean) =>
    service(stack).from('settings').update({ auto_dispatch }).eq('id', 1).throwOnError()
  const sql = postgres(stack.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => {} })
  await dispatch(false)
  await Promise.all(drivers.map((driver) => goOnline(driver)))
  for (const rider of await people(...RIDERS.map((n) => `rider${n}`))) await playRide(admin, rider, lukas)
  const since = new Date().toISOString()
  const desk = await open('/addbookings', { as: admin })
  await desk.evaluate(() => {
    addEventListener('pointerdown', () => Object.assign(window, { isPressed: true }))
  })
  const heard = await listen(desk)
  const { first_name, last_name } = unwrap(
    await service(stack).from('profiles').select('first_name, last_name').eq('id', second.id).single()
  )
  const secondName = `${first_name} ${last_name}`
  const made = () => newest(stack, since)
  try {
    await test.step('six known callers are booked in four keys each', async () => {
      for (const n of RIDERS) await repeat(desk, n, AGAIN)
      expect(await made()).toHaveLength(6)
    })

    await test.step('two calls come in while a third caller gives their name, and each is booked in turn', async () => {
      await begin(desk, '+423 700 41 01', 'Rosa', 'Marxer')
      await desk.evaluate(() => Object.assign(location, { hash: '#phone=%2B423%20555%2003%2020' }))
      await desk.evaluate(() => Object.assign(location, { hash: '#phone=%2B423%20555%2003%2021' }))
      await expect(desk.getByRole('navigation', { name: 'Calls' }).getByRole('listitem')).toHaveCount(3)
      await places(desk, 'Vaduz Post', 'Schaan Bahnhof')
      await press(desk, ['Enter'])
      for (const [at, name] of ['Felix', 'Mia'].entries()) {
        await desk.keyboard.press('Alt+1')
        await expect(caller(desk)).toContainText(name)
        await expect(earlier(desk)).toContainText('Städtle, Vaduz')
        await press(desk, BACK)
        expect(await made()).toHaveLength(8 + at)
      }
    })

    await test.step('a parcel, a ride for later, a guest, and two more new callers', async () => {
      await repeat(desk, 22, ['Alt+r', 'Alt+v'])
      const courier = desk.getByRole('radio', { name: /Courier/ })
      for (let way = 0; way < 6 && !(await courier.isChecked()); way++)
        await desk.keyboard.press('ArrowDown', { delay: 60 })
      await expect(courier).toBeChecked()
      const takes = desk.getByRole('group', { name: 'Who takes the parcel' })
      await write(desk, field(takes, 'Name'), 'Nora Matt')
      await write(desk, field(takes, 'Phone number'), '+423 700 22 22')
      await press(desk, ['Alt+w', 'Control+Enter'])

      await repeat(desk, 23, ['Alt+r', 'Alt+l'])
      const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
      await write(
        desk,
        desk.getByRole('textbox', { name: 'Pickup at', exact: true }),
        day.split('-').reverse().join('/')
      )
      await write(desk, field(desk, 'Pickup at, time'), '09:15')
      await press(desk, ['Control+Enter'])

      await repeat(desk, 24, ['Alt+r', 'Alt+g'])
      await desk.keyboard.type('Otto Beck')
      await desk.keyboard.press('Tab')
      await desk.keyboard.type('+423 700 33 09')
      await press(desk, ['Control+Enter'])

      for (const [mobile, first, last, from, to] of newRiders) {
        await begin(desk, mobile, first, last)
        await places(desk, from, to)
        await press(desk, ['Enter'])
      }
      const [parcel, later, guest] = (await made()).slice(9)
      expect(parcel).toMatchObject({ category: 'delivery', booking_contacts: { delivery_person: 'Nora Matt' } })
      expect(later).toMatchObject({ book_later: true })
      expect(guest).toMatchObject({ guest_name: 'Otto Beck', booking_contacts: { guest_phone: '+4237003309' } })
    })

    const [one, two, three, four] = (await made()) as [Made, Made, Made, Made]
    const attention = desk.getByRole('region', { name: 'Needs attention' })
    const wants = (reference: string, reason: string) =>
      expect(attention.getByRole('listitem').filter({ hasText: reference }).filter({ hasText: reason })).toBeVisible()
    const watch = () => sql`select app.watch_attention()`

    await test.step('keys open the booking that waits longest and assign a driver, whom the desk messages once they are late', async () => {
      await goTo(desk, 'Bookings')
      await wants(one.reference, 'No driver')
      await see(desk, one)
      await assign(desk, one.reference, 'marx', 'Lukas Marxer')
      await offerOf(lukas, one.id)
      await accept(lukas, one.id)
      await expect(status(desk, one.reference, 'Accepted')).toBeVisible()
      await sql.begin(async (tx) => {
        await tx`set local session_replication_role = replica`
        await tx`update public.bookings set accepted_at = accepted_at - interval '40 minutes' where id = ${one.id}`
      })
      await watch()
      await wants(one.reference, 'Late')
      await see(desk, one)
      const message = await pressFor(desk, 'w', 'Message to Lukas Marxer')
      await desk.keyboard.type('Where are you?')
      await pressIn(desk, message, 'Send')
      await toast(desk, 'Sent to Lukas Marxer.')
    })

    await test.step('a locked code is overridden, and part of the fare is refunded', async () => {
      await see(desk, two)
      await assign(desk, two.reference, secondName.slice(0, 4), secondName)
      await offerOf(second, two.id)
      await accept(second, two.id)
      unwrap(await second.client.rpc('arrive_at_pickup', { booking_id: two.id }))
      for (let attempt = 0; attempt < 5; attempt++) {
        await second.client.rpc('start_trip', { booking_id: two.id, otp: '00000' })
      }
      await watch()
      await wants(two.reference, 'Code locked')
      await see(desk, two)
      const allow = await pressFor(desk, 'o', 'Go on without the code?')
      await write(desk, allow.getByRole('textbox'), 'Both confirmed by telephone')
      await pressIn(desk, allow, 'Allow it')
      await toast(desk, 'The driver can go on without the code.')
      for (const step of ['start_trip', 'reach_drop', 'confirm_cash'] as const) {
        unwrap(await second.client.rpc(step, { booking_id: two.id }))
      }
      await expect(status(desk, two.reference, 'Paid')).toBeVisible()
      const refund = await pressFor(desk, 'f', 'Refund')
      await write(desk, field(refund, 'Amount'), '2')
      await write(desk, field(refund, 'Reason'), 'Waited for the code')
      await pressIn(desk, refund, /^Refund CHF/)
      await toast(desk, 'Refunded.')
    })

    await test.step('an unwanted booking is cancelled with its reason', async () => {
      await see(desk, three)
      const cancel = await pressFor(desk, 'c', 'Cancel this trip?')
      await tabTo(desk, cancel.getByRole('radio').first())
      await desk.keyboard.press('Space')
      await pressIn(desk, cancel, 'Cancel trip')
      await expect(status(desk, three.reference, 'Cancelled')).toBeVisible()
    })

    await test.step('an alarm with an unknown reason comes first, sounds, and is called and opened by a key', async () => {
      await raiseAlarm(sql, four.id, 'lift_stuck')
      const top = attention.getByRole('listitem').first()
      await expect(top).toContainText('Lift stuck')
      await expect(top).toContainText(four.pickup_address)
      await expect.poll(heard.notes).toBeGreaterThan(3)
      await picture(desk, 'shift-alarm')
      await desk.keyboard.press('!')
      await expect.poll(heard.called).toMatch(/^tel:\+?\d+/)
      await desk.keyboard.press('.')
      await expect(panelOf(desk, four.reference)).toBeVisible()
      await sql`delete from app.alarms`
      await expect(attention.getByText('Lift stuck')).toHaveCount(0)
    })

    await test.step('the morning’s callers want to go home, and the last of them gets no driver', async () => {
      await desk.keyboard.press('n')
      for (const n of RIDERS.slice(0, -1)) await repeat(desk, n, BACK)
      await Promise.all(drivers.map(({ client }) => client.rpc('set_driver_active', { active: false })))
      await dispatch(true)
      await repeat(desk, 25, BACK)
      const last = (await made()).at(-1) as Made
      await goTo(desk, 'Bookings')
      await watch()
      await wants(last.reference, 'No driver')
      await see(desk, last)
      await expect(panelOf(desk, last.reference).getByText('No driver is free nearby.')).toBeVisible()
    })

    await test.step('at the end the list matches the database', async () => {
      const all = await made()
      expect(all).toHaveLength(20)
      await desk.keyboard.press('Escape')
      for (const { reference, status: state, book_later, customer_name, guest_name } of all) {
        const row = grid(desk).getByRole('row').filter({ hasText: reference })
        await expect(row).toContainText(book_later ? 'Booked' : (words[state] ?? state))
        await expect(row).toContainText((guest_name ?? customer_name ?? '').split(' ')[0] ?? '')
      }
      const count = (state: string) => all.filter((booking) => booking.status === state).length
      expect({ ...Object.fromEntries(Object.keys(words).map((state) => [state, count(state)])) }).toEqual({
        NEW: 17,
        ACCEPTED: 1,
        PAID: 1,
        CANCELLED: 1
      })
      const [refund] = unwrap(await service(stack).from('refunds').select('amount').eq('booking_id', two.id))
      expect(refund).toEqual({ amount: 2 })
      expect(await desk.evaluate(() => 'isPressed' in window)).toBe(false)
      await picture(desk, 'shift-end')
    })
  } finally {
    await sql`delete from app.alarms`
    await sql.end()
    await dispatch(true)
    const left = (await made()).filter(({ status }) => status === 'NEW' || status === 'ACCEPTED')
    await Promise.all(
      left.map(({ id }) => admin.client.rpc('cancel_booking', { booking_id: id, reason: 'Shift over' }))
    )
    await Promise.all(drivers.map(({ client }) => client.rpc('set_driver_active', { active: false })))
  }
})
