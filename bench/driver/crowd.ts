import type postgres from 'postgres'
import { type Person, signIn } from '../../tests/support/people.ts'
import { unwrap } from '../../tests/support/responses.ts'
import type { StackEnv } from '../../tests/support/stack.ts'

/** Drivers on duty, each with its own client and socket. */
export interface Crowd {
  /** When each driver received the offer of the newest booking, ms since 1970; reading empties the list. */
  heard: () => number[]
  leave: () => Promise<void>
}

/** Number of drivers in the crowd; with the driver of the open page they are 200. */
const COUNT = 199
/** Number of concurrent requests for sign-in codes. */
const AT_ONCE = 20
/** Interval at which a driver's page reports positions (ms). */
const REPORT_MS = 15_000
const edge = { south: 47.06, north: 47.26, west: 9.48, east: 9.6 }

const emailOf = (n: number) => `shift${n}@bench.test`
const positionOf = (n: number) => ({
  lat: edge.south + ((n * 37) % COUNT) * ((edge.north - edge.south) / COUNT),
  lng: edge.west + ((n * 91) % COUNT) * ((edge.east - edge.west) / COUNT)
})

/** Creates the drivers, with cars like that of the open page's driver. */
async function make(sql: postgres.Sql, like: Person): Promise<void> {
  await sql`insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change,
      email_change_token_current, phone_change, phone_change_token, reauthentication_token)
    select '00000000-0000-0000-0000-000000000000', ('0b00000c-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'authenticated',
      'authenticated', 'shift' || n || '@bench.test', '', now(), '{"provider": "email", "providers": ["email"], "usertype": "driver"}',
      '{}', now(), now(), '', '', '', '', '', '', '', ''
    from generate_series(0, ${COUNT - 1}) n`
  await sql`update public.profiles set usertype = 'driver', approved = true, first_name = 'Shift', last_name = right(id::text, 3)
    where id::text like '0b00000c-%'`
  await sql`insert into public.drivers (id, car_type_id, vehicle_number, driver_active_status)
    select p.id, d.car_type_id, 'FL ' || right(p.id::text, 5), true
    from public.profiles p, public.drivers d where p.id::text like '0b00000c-%' and d.id = ${like.id}
    on conflict (id) do update set driver_active_status = true, car_type_id = excluded.car_type_id`
}

/** Puts a driver on duty: joins the driver's topic, and fetches what broadcasts announce, like the page. */
async function join(person: Person, onOffer: () => void): Promise<void> {
  const { id, client } = person
  const channel = client.channel(`driver:${id}`, { config: { private: true } })
  channel.on('broadcast', { event: 'offer' }, () => {
    onOffer()
    void client.from('booking_offers').select('*').eq('driver_id', id).eq('status', 'open').limit(20)
  })
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status) => {
      if (status === 'SUBSCRIBED') resolve()
      else if (status !== 'CLOSED') reject(new Error(`${person.email}: ${status}`))
    })
  })
}

/** Puts 199 drivers on duty all over the region. They listen and report like their pages. */
export async function connectCrowd(sql: postgres.Sql, env: StackEnv, like: Person): Promise<Crowd> {
  await make(sql, like)
  const people: Person[] = []
  for (let n = 0; n < COUNT; n += AT_ONCE) {
    const those = Array.from({ length: Math.min(AT_ONCE, COUNT - n) }, (_, index) => n + index)
    people.push(...(await Promise.all(those.map((one) => signIn(env, emailOf(one))))))
  }
  let heard: number[] = []
  const report = async (n: number) => {
    const at = new Date().toISOString()
    // Vary the position a little, like that of a standing phone.
    const { lat, lng } = positionOf(n)
    const points = [{ lat: lat + (Date.now() % 7) * 1e-6, lng, heading: null, accuracy: 5, at }]
    await people[n]?.client.rpc('report_positions', { points })
  }
  const timers: NodeJS.Timeout[] = []
  for (const [n, person] of people.entries()) {
    const { lat, lng } = positionOf(n)
    unwrap(await person.client.rpc('set_driver_active', { active: true, place: { lat, lng } }))
    await join(person, () => heard.push(Date.now()))
    timers.push(setInterval(() => void report(n), REPORT_MS))
  }
  return {
    heard: () => {
      const times = heard
      heard = []
      return times
    },
    leave: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(people.map(({ client }) => client.removeAllChannels()))
      await sql`update public.drivers set driver_active_status = false where id::text like '0b00000c-%'`
    }
  }
}
