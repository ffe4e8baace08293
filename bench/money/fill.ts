import type postgres from 'postgres'

/** Size of a filled database: two years of one platform, with a ride every few seconds at the end. */
export interface Town {
  bookings: number
  riders: number
  drivers: number
  fleets: number
}

/**
 * A town with these numbers. A driver has 2,500 rides, a rider 50 unless there are more riders; half of the drivers belong to
 * fleets of 25.
 */
export function townOf(bookings: number, riders: number = Math.ceil(bookings / 50)): Town {
  return {
    bookings,
    riders,
    drivers: Math.ceil(bookings / 2500),
    fleets: Math.ceil(bookings / 125_000)
  }
}

/** The id of the nth person of a kind; bookings have ascending ids, as in reality. */
export const idOf = (kind: keyof typeof kinds, n: number): string =>
  `${kinds[kind]}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const kinds = { admins: '0b000001', fleets: '0b000002', riders: '0b000003', drivers: '0b000004' }

/** SQL of the id of the nth person of a kind; `n` is an expression. */
const id = (kind: keyof typeof kinds, n: string): string =>
  `('${kinds[kind]}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** First names; realistic, so that searches find some people and not all. */
const first = [
  'Anna',
  'Björn',
  'Chiara',
  'Dragan',
  'Elif',
  'Fatima',
  'Gustav',
  'Hanna',
  'Ivan',
  'Jürg',
  'Karim',
  'Lea',
  'Mona',
  'Noah',
  'Olga',
  'Pavel',
  'ليلى'
]
const last = [
  'Meier',
  'Rossi',
  'Beck',
  'Yılmaz',
  'Novak',
  'Frick',
  'Haddad',
  'Kovač',
  'Larsen',
  'Öztürk',
  'Marxer',
  'Nguyen',
  'Ospelt',
  'Silva',
  'Weber',
  'Zanetti',
  'Schädler',
  'Garcia',
  'Ritter'
]
const drawn = (names: string[], n: string): string => `(array['${names.join("', '")}'])[1 + (${n}) % ${names.length}]`

/** SQL that removes the demo's rides: they would be counted with ours, and their random references could equal ours. */
const clear = [
  'truncate public.bookings, app.earnings_entries, public.earnings_months, public.earnings_days, app.earnings_totals cascade',
  `update public.profiles p set referral_id = 'Z' || translate(lpad(r.n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ')
    from (select q.id, row_number() over () as n from public.profiles q) r where r.id = p.id`
]

/** SQL that creates people. All wallets start at zero, because initial balances would have to be posted to the ledger. */
const people = ({ riders, drivers, fleets }: Town): string[] => [
  ...(['admins', 'fleets', 'riders', 'drivers'] as const).map((kind) => {
    const count = { admins: 1, fleets, riders, drivers }[kind]
    const role = { admins: 'admin', fleets: 'fleetadmin', riders: 'rider', drivers: 'driver' }[kind]
    return `with account as (
      insert into auth.users (instance_id, id, aud, role, email, encrypted_password, created_at, updated_at)
      select '00000000-0000-0000-0000-000000000000', ${id(kind, 'n')}, 'authenticated', 'authenticated', '${role}' || n || '@bench.test', '', now(), now()
      from generate_series(0, ${count - 1}) n)
      insert into public.profiles (id, first_name, last_name, usertype, mobile, email, referral_id, created_at, staff_role)
      select ${id(kind, 'n')}, ${drawn(first, 'n')}, ${drawn(last, 'n / 7')}, '${role}', '+4235' || lpad((n * 7919 % 1000000)::text, 6, '0'), '${role}' || n || '@bench.test',
        chr(65 + ${['admins', 'fleets', 'riders', 'drivers'].indexOf(kind)}) || letters.code, now() - interval '3 years' + n * interval '15 minutes', ${role === 'admin' ? "'owner'" : 'null'}::public.staff_role
      from generate_series(0, ${count - 1}) n cross join lateral (select string_agg(chr(65 + (n / (26 ^ p)::integer) % 26), '') as code
        from generate_series(0, 3) p) letters`
  }),
  `insert into public.drivers (id, car_type_id, vehicle_number, fleet_id, driver_active_status)
    select ${id('drivers', 'n')}, c.id, 'FL ' || n, case when n % 2 = 0 then ${id('fleets', `(n / 2) % ${fleets}`)} end, true
    from generate_series(0, ${drivers - 1}) n, (select c.id from public.car_types c where c.category = 'taxi' order by c.sort_order limit 1) c`,
  'analyze public.profiles, public.drivers'
]

/** SQL of a ride's outcome: one in ten is cancelled; the last 150 of a million wait for their cash. */
const kindOfRide = (bookings: number): string => `
  case when hashint8(n)::bigint % 10 = 0 then 'CANCELLED' when n >= ${bookings} - ${bookings} / 7000 then 'PENDING' else 'COMPLETE' end`

/**
 * SQL that creates bookings. One of five cancelled rides has a fee, one of twenty paid ones a promotion. Rider 0 is a hotel
 * with one ride in a hundred. Rides are in order of time, so the table has its usual layout on disk.
 */
const bookings = (town: Town, from: number, to: number): string => `
  insert into public.bookings (id, reference, category, status, customer_id, customer_name, customer_contact, car_type_id, car_type,
    car_image, pickup_lat, pickup_lng, pickup_address, drop_lat, drop_lng, drop_address, polyline, book_later, trip_at, created_at, estimate,
    estimate_distance, estimate_time, distance, trip_cost, fare_lines, payment_mode, customer_paid, payable_amount, discount_amount, driver_id,
    driver_name, vehicle_number, fleet_id, promo_applied, promo_code, promo_details, accepted_at, engaged_at,
    arrived_at, started_at, reached_at, paid_at, completed_at, cancelled_at, cancelled_by, cancellation_fee, quote_id, created_by, client_key)
  select b.id, (select string_agg(chr((65 + (b.n * 7368787 % 308915776 / (26 ^ p)::bigint) % 26)::integer), '') from generate_series(5, 0, -1) p), 'taxi',
    b.status, b.customer, 'Person ' || b.n % 1000, '***00', c.id, c.name, c.image,
    47.14 + (b.h % 1000) / 20000.0, 9.52 + (b.h % 997) / 20000.0, 'Landstrasse ' || b.h % 300 || ', 9490 Vaduz',
    47.14 + (b.h % 991) / 20000.0, 9.52 + (b.h % 983) / 20000.0, 'Feldkircher Strasse ' || b.h % 300 || ', 9494 Schaan',
    repeat('_p~iF~ps|U_ulLnnqC', 6), b.h % 8 = 0, b.at + case when b.h % 8 = 0 then make_interval(hours => (b.h % 72)::integer + 1) else '0' end, b.at, 17.5, 4.2, 540, 4.3, b.cost,
    '[{"key": "base_fare", "amount": 5.00}, {"key": "distance", "amount": 8.60}, {"key": "time", "amount": 3.90}]',
    case when b.h % 20 = 1 then 'wallet' when b.h % 4 = 2 then 'card' else 'cash' end, case when k.is_paid then b.cost else 0 end, case when b.status = 'PENDING' then b.cost else 0 end, case when k.is_promoted then 2 else 0 end, d.id, 'Person ' || b.driver,
    d.vehicle_number, d.fleet_id, k.is_promoted, case when k.is_promoted then 'BENCH' end,
    case when k.is_promoted then '{"code": "BENCH"}'::jsonb end, b.at + interval '1 minute', b.at + interval '1 minute',
    case when k.is_driven then b.at + interval '6 minutes' end, case when k.is_driven then b.at + interval '8 minutes' end,
    case when k.is_driven then b.at + interval '17 minutes' end, case when k.is_paid then b.at + interval '18 minutes' end,
    case when k.is_paid then b.at + interval '20 minutes' end, case when not k.is_driven then b.at + interval '3 minutes' end,
    case when not k.is_driven then 'rider' end, case when not k.is_driven and b.h % 5 = 0 then 3 else 0 end, b.id, ${id('admins', '0')}, b.id
  from (
    select n, hashint8(n)::bigint & 2147483647 as h, ${id('drivers', `(hashint8(n + 7)::bigint & 2147483647) % ${town.drivers}`)} as driver_id,
      (hashint8(n + 7)::bigint & 2147483647) % ${town.drivers} as driver,
      ${id('riders', `case when n % 100 = 0 then 0 else (hashint8(n + 3)::bigint & 2147483647) % ${town.riders} end`)} as customer,
      now() - interval '2 minutes' - interval '730 days' * (1 - n::double precision / ${town.bookings}) as at,
      (lpad(to_hex(n), 8, '0') || '-0000-7000-8000-000000000000')::uuid as id, ${kindOfRide(town.bookings)} as status,
      15 + (hashint8(n)::bigint & 1023) / 100.0 as cost
    from generate_series(${from}::bigint, ${to - 1}) n) b
  cross join lateral (select b.status = 'COMPLETE' as is_paid, b.status <> 'CANCELLED' as is_driven, b.status = 'COMPLETE' and b.h % 20 = 0 as is_promoted) k
  join public.drivers d on d.id = b.driver_id
  cross join (select c.id, c.name, c.image from public.car_types c where c.category = 'taxi' order by c.sort_order limit 1) c
  order by b.n`

const finances = (from: number, to: number): string => `
  insert into public.booking_finances (booking_id, driver_id, fleet_id, rule, quote_inputs, quote_fare, ride_cost, driver_share, convenience_fees)
  select b.id, b.driver_id, b.fleet_id, '{"version": 1, "base_fare": 4, "rate_per_unit_distance": 2}', '{"distance_km": 4.2, "secs": 540}',
    '{"trip_cost": 17.5}', b.trip_cost - 1, b.trip_cost - 1, 1
  from public.bookings b where b.id >= (lpad(to_hex(${from}::bigint), 8, '0') || '-0000-7000-8000-000000000000')::uuid
    and b.id < (lpad(to_hex(${to}::bigint), 8, '0') || '-0000-7000-8000-000000000000')::uuid`

/** SQL of the ledger entries that triggers would have written. */
const entries = `
  insert into app.earnings_entries (day, driver_id, fleet_id, booking_id, rides, trip_cost, ride_cost, driver_share, convenience_fees, discount_amount,
    cancellations, cancellation_fee, free_ride_discounts, cancellation_share)
  select (coalesce(b.paid_at, b.cancelled_at) at time zone s.time_zone)::date, b.driver_id, b.fleet_id, b.id, k.paid, k.paid * b.trip_cost,
    k.paid * f.ride_cost, k.paid * f.driver_share, k.paid * f.convenience_fees, b.discount_amount, 1 - k.paid, b.cancellation_fee, 0, 0
  from public.bookings b join public.booking_finances f on f.booking_id = b.id cross join public.settings s
  cross join lateral (select (b.paid_at is not null)::integer as paid) k
  where b.paid_at is not null or b.cancellation_fee > 0
  order by 1`

/** SQL of the earnings that triggers would have stored, summed at once by the same rule. */
const earnings = ['month', 'day'].map(
  (unit) => `
  insert into public.earnings_${unit}s (${unit}, driver_id, fleet_id, rides, convenience_fees
    ${unit === 'month' ? ', trip_cost, ride_cost, driver_share, discount_amount, cancellations, cancellation_fee' : ''})
  select date_trunc('${unit}', coalesce(b.paid_at, b.cancelled_at) at time zone s.time_zone)::date, b.driver_id, b.fleet_id,
    count(b.paid_at), coalesce(sum(f.convenience_fees) filter (where b.paid_at is not null), 0)
    ${
      unit === 'month'
        ? `, coalesce(sum(b.trip_cost) filter (where b.paid_at is not null), 0), coalesce(sum(f.ride_cost) filter (where b.paid_at is not null), 0),
      coalesce(sum(f.driver_share) filter (where b.paid_at is not null), 0), sum(b.discount_amount),
      count(*) filter (where b.cancellation_fee > 0), sum(b.cancellation_fee)`
        : ''
    }
  from public.bookings b join public.booking_finances f on f.booking_id = b.id cross join public.settings s
  where b.paid_at is not null or (b.cancellation_fee > 0 and ${unit === 'month'})
  group by 1, 2, 3`
)

/**
 * Fills a fresh database with set-based SQL, without triggers; the indexes are created afterwards.
 *
 * @param sql A pool with one connection, as a superuser. Settings of the session are changed meanwhile and reset at the end.
 */
export async function fill(sql: postgres.Sql, town: Town): Promise<void> {
  const indexes = await sql<{ name: string; make: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as make from pg_index i
    where i.indrelid = any (array['public.bookings', 'app.booking_words', 'public.booking_finances', 'app.earnings_entries', 'public.earnings_months', 'public.earnings_days']::regclass[])
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`
  const run = (text: string) => sql.unsafe(text)
  await run(
    `set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const statement of [...clear, ...people(town)]) await run(statement)
  for (let from = 0; from < town.bookings; from += 250_000) {
    const to = Math.min(town.bookings, from + 250_000)
    await run(bookings(town, from, to))
    await run(finances(from, to))
  }
  await run(
    'insert into app.booking_words (booking_id, words) select b.id, app.search_words_of(b) from public.bookings b'
  )
  for (const { make } of indexes) await run(make)
  await run('vacuum analyze app.booking_words')
  await run('vacuum analyze public.bookings')
  await run('vacuum analyze public.booking_finances')
  for (const statement of [entries, ...earnings]) await run(statement)
  await run('vacuum analyze app.earnings_entries')
  await run('vacuum analyze public.earnings_months')
  await run('vacuum analyze public.earnings_days')
  await run('reset session_replication_role; reset synchronous_commit; reset maintenance_work_mem; reset work_mem')
}
