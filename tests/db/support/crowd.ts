import type postgres from 'postgres'
import { type Answer, call, callAsService } from './people.ts'

/** The car type Cab of seed.sql: base fare 4.00, 2.00 per kilometre, 24.00 per hour, minimum 8.00, fee 1.00. */
export const cab = '0c000000-0000-4000-8000-000000000001'
/** The car type Courier of seed.sql: parcels, paid before pickup. */
export const courier = '0c000000-0000-4000-8000-000000000004'
export const admin = '0d000000-0000-4000-8000-000000000101'
export const fleet = '0d000000-0000-4000-8000-000000000201'

const personId = (kind: 'd' | 'e', n: number): string => `0${kind}ff0000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const rider = (n: number): string => personId('d', n)
export const driver = (n: number): string => personId('e', n)

export interface Crowd {
  riders: string[]
  drivers: string[]
}

/** Makes riders, and drivers on duty at the pickup; every third driver belongs to a fleet. `driverId` gives the drivers' ids. */
export async function makeCrowd(
  sql: postgres.Sql,
  riders: number,
  drivers: number,
  car = cab,
  driverId = driver
): Promise<Crowd> {
  const crowd = {
    riders: Array.from({ length: riders }, (_, n) => rider(n + 1)),
    drivers: Array.from({ length: drivers }, (_, n) => driverId(n + 1))
  }
  await sql`insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
    select u.id, 'crowd-' || u.id || '@hackney.test', jsonb_build_object('usertype', u.usertype),
      '{"first_name": "Ada", "last_name": "Crowd", "mobile": "+4235550000"}'
    from (select unnest(${crowd.riders}::uuid[]) as id, 'rider' as usertype
      union all select unnest(${crowd.drivers}::uuid[]), 'driver') u`
  await sql`update public.drivers d set car_type_id = ${car}, driver_active_status = true, vehicle_number = 'FL 1',
      fleet_id = case when u.n % 3 = 0 then ${fleet}::uuid end
    from unnest(${crowd.drivers}::uuid[]) with ordinality u (id, n) where d.id = u.id`
  await sql`insert into public.driver_positions (driver_id, lat, lng, updated_at)
    select u.id, 47.141, 9.52, app.now() + interval '1 day' from unnest(${crowd.drivers}::uuid[]) u (id)`
  await sql`select app.refresh_driver(u.id) from unnest(${crowd.drivers}::uuid[]) u (id)`
  return crowd
}

/** Creates a new rider. */
export async function addRider(sql: postgres.Sql): Promise<string> {
  const id = `0dffffff${crypto.randomUUID().slice(8)}`
  await sql`insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data) values (${id}, ${`crowd-${id}@hackney.test`},
    '{"usertype": "rider"}', '{"first_name": "Ada", "last_name": "Crowd", "mobile": "+4235550000"}')`
  return id
}

export interface Booking {
  id: string
  status: string
  driver_id: string | null
}

export async function quote(sql: postgres.Sql, person: string, car = cab, km = 3.5, secs = 420): Promise<string> {
  const order = {
    car_type_id: car,
    distance_in_km: km,
    time_in_secs: secs,
    pickup: { lat: 47.141, lng: 9.5209, add: 'Vaduz' },
    drop: { lat: 47.1655, lng: 9.5103, add: 'Schaan' }
  }
  const answer = await callAsService<{ id: string }>(
    sql,
    `select to_jsonb(public.quote_fare($1, $2::text::jsonb)) ->> 'quote_id' as id`,
    [person, JSON.stringify(order)]
  )
  if (!answer.ok) throw new Error(`No quote: ${answer.key}`)
  return answer.row.id
}

const booking = 'select b.id, b.status, b.driver_id from'

export async function book(
  sql: postgres.Sql,
  person: string,
  options: { mode?: string; car?: string; key?: string; later?: string; promo?: string; km?: number } = {}
): Promise<Answer<Booking>> {
  const quoteId = await quote(sql, person, options.car, options.km)
  if (options.promo) {
    const applied = await call(sql, person, 'select public.apply_promo($1, $2)', [quoteId, options.promo])
    if (!applied.ok) return applied
  }
  const details = { delivery_person: 'Bo', delivery_person_phone: '+4235550001' }
  return call<Booking>(sql, person, `${booking} public.create_booking($1, $2, $3, $4::text::jsonb, $5) b`, [
    quoteId,
    options.mode ?? 'cash',
    options.later ?? null,
    JSON.stringify(details),
    options.key ?? crypto.randomUUID()
  ])
}

/** The desk books a rider's parcel, which is paid in cash on delivery. */
export async function parcel(sql: postgres.Sql, person: string): Promise<Answer<Booking>> {
  const details = { delivery_person: 'Bo', delivery_person_phone: '+4235550001' }
  return call<Booking>(sql, admin, `${booking} public.create_booking($1, 'cash', null, $2::text::jsonb) b`, [
    await quote(sql, person, courier),
    JSON.stringify(details)
  ])
}

const step =
  (name: string) =>
  (sql: postgres.Sql, person: string, id: string): Promise<Answer<Booking>> =>
    call<Booking>(sql, person, `${booking} public.${name}($1) b`, [id])

export const accept = step('accept_booking')
export const arrive = step('arrive_at_pickup')
export const confirmCash = step('confirm_cash')
export const cancel = step('cancel_booking')
export const noShow = step('no_show')
export const rate = (sql: postgres.Sql, person: string, id: string, stars: number): Promise<Answer<Booking>> =>
  call<Booking>(sql, person, `${booking} public.rate_booking($1, $2) b`, [id, stars])

/** Starts a card payment. Returns a function that records the provider's event of the charge, and may be called repeatedly. */
export async function charge(sql: postgres.Sql, person: string, id: string): Promise<() => Promise<Answer<object>>> {
  const payment = await callAsService<{ id: string; amount: string; currency: string }>(
    sql,
    `select p ->> 'id' as id, p ->> 'amount' as amount, p ->> 'currency' as currency
      from public.create_payment('booking', 'stripe', $2, $1, client_key => $3) p`,
    [id, person, crypto.randomUUID()]
  )
  if (!payment.ok) return async () => payment
  const { id: paymentId, amount, currency } = payment.row
  const statement = `select public.record_payment_event('stripe', $1, $2, $3, $4, 'paid') as it`
  return () => callAsService(sql, statement, [`evt_${paymentId}`, paymentId, amount, currency])
}

/** A step that may return its refusal as data, because it must commit: a wrong code is counted, for example. */
async function answered(
  sql: postgres.Sql,
  person: string,
  statement: string,
  args: unknown[]
): Promise<Answer<Booking>> {
  const answer = await call<{ it: Booking & { code?: string; message?: string } }>(sql, person, statement, args)
  if (!answer.ok) return answer
  const { it } = answer.row
  if (it.code !== undefined) return { ok: false, key: it.message ?? '', state: it.code, hint: '' }
  return { ok: true, row: it }
}

/** Starts the trip with the code. The test reads it from a table; in the product only the rider can see it. */
export async function start(sql: postgres.Sql, person: string, id: string): Promise<Answer<Booking>> {
  const [code] = await sql<{ code: string }[]>`select code from app.start_codes where booking_id = ${id}`
  return answered(sql, person, 'select public.start_trip($1, $2) as it', [id, code?.code ?? null])
}

export async function reach(sql: postgres.Sql, person: string, id: string): Promise<Answer<Booking>> {
  const [code] = await sql<{ code: string }[]>`select code from app.start_codes where booking_id = ${id}`
  return answered(sql, person, 'select public.reach_drop($1, $2) as it', [id, code?.code ?? null])
}

/** Plays a ride up to a status without concurrent calls; throws if a step is refused. */
export async function ride(
  sql: postgres.Sql,
  who: { rider: string; driver: string },
  until: 'NEW' | 'ACCEPTED' | 'ARRIVED' | 'STARTED' | 'PENDING' | 'PAID',
  options: Parameters<typeof book>[2] = {}
): Promise<string> {
  const must = (answer: Answer<Booking>): Booking => {
    if (!answer.ok) throw new Error(`${answer.key} (${answer.hint})`)
    return answer.row
  }
  const { id } = must(await book(sql, who.rider, options))
  for (const [, work] of [
    ['ACCEPTED', accept],
    ['ARRIVED', arrive],
    ['STARTED', start],
    ['PENDING', reach],
    ['PAID', confirmCash]
  ] as const) {
    const [row] = await sql<{ status: string }[]>`select status from public.bookings where id = ${id}`
    if (row?.status === until) break
    must(await work(sql, who.driver, id))
  }
  return id
}

/** The rider of a round, and that rider's trip, which the first driver has ended and which is not paid yet. */
export async function unpaidRide(sql: postgres.Sql, round: number): Promise<{ who: string; booking: string }> {
  const who = rider(1 + (round % 50))
  return { who, booking: await ride(sql, { rider: who, driver: driver(1) }, 'PENDING') }
}
