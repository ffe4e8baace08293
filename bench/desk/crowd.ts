import type postgres from 'postgres'

/** Drivers on duty, who drive straight on and turn back at the edge of the region. */
export interface Crowd {
  ids: string[]
  lats: number[]
  lngs: number[]
  headings: number[]
}

const COUNT = 500
/** Interval at which phones report positions (ms). */
const REPORT_MS = 5000
/** Distance that a car moves between two reports at 60 km/h, in degrees of latitude. */
const STEP = ((60 / 3.6) * (REPORT_MS / 1000)) / 111_195
const edge = { south: 47.06, north: 47.26, west: 9.48, east: 9.6 }

/** Puts 500 drivers on duty, spread over the region; drivers that exist already are used first. */
export async function crowd(sql: postgres.Sql): Promise<Crowd> {
  await sql`insert into auth.users (id, email, email_confirmed_at)
    select ('0b00000a-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'crowd' || n || '@bench.test', now()
    from generate_series(1, ${COUNT}) n on conflict do nothing`
  await sql`update public.profiles set usertype = 'driver', approved = true, first_name = 'Crowd', last_name = right(id::text, 3)
    where id::text like '0b00000a-%'`
  await sql`insert into public.drivers (id, car_type_id, vehicle_number, driver_active_status)
    select p.id, (select c.id from public.car_types c order by c.name limit 1), 'FL ' || right(p.id::text, 5), true
    from public.profiles p where p.id::text like '0b00000a-%'
    on conflict (id) do update set driver_active_status = true, car_type_id = excluded.car_type_id`
  const rows = await sql<{ id: string }[]>`select id from public.drivers where id::text like '0b00000a-%' order by id`
  const ids = rows.map(({ id }) => id)
  const lats = ids.map((_, n) => edge.south + ((n * 37) % COUNT) * ((edge.north - edge.south) / COUNT))
  const lngs = ids.map((_, n) => edge.west + ((n * 91) % COUNT) * ((edge.east - edge.west) / COUNT))
  await sql`insert into public.driver_positions (driver_id, lat, lng, updated_at)
    select * from unnest(${ids}::uuid[], ${lats}::float8[], ${lngs}::float8[]) p (id, lat, lng) cross join lateral (select now()) n
    on conflict (driver_id) do update set lat = excluded.lat, lng = excluded.lng, updated_at = excluded.updated_at`
  return { ids, lats, lngs, headings: ids.map((_, n) => (n * 73) % 360) }
}

/** Number of parts in which the crowd reports, one after the other, since phones have separate clocks. */
const SHARES = 25

/** Moves all drivers every five seconds, through the function that phones' reports use. */
export function moveCrowd(sql: postgres.Sql, { ids, lats, lngs, headings }: Crowd): () => void {
  let share = 0
  const move = async () => {
    share = (share + 1) % SHARES
    const those = ids.map((_, n) => n).filter((n) => n % SHARES === share)
    for (const n of those) {
      const angle = ((headings[n] ?? 0) * Math.PI) / 180
      const [lat, lng] = [(lats[n] ?? 0) + STEP * Math.cos(angle), (lngs[n] ?? 0) + (STEP * Math.sin(angle)) / 0.68]
      const isInside = lat > edge.south && lat < edge.north && lng > edge.west && lng < edge.east
      if (!isInside) headings[n] = ((headings[n] ?? 0) + 180) % 360
      else [lats[n], lngs[n]] = [lat, lng]
    }
    const of = <T>(all: T[]): T[] => those.map((n) => all[n] as T)
    const ats = those.map(() => new Date().toISOString())
    await sql`select app.ingest_positions(${of(ids)}::uuid[], ${of(lats)}::float8[], ${of(lngs)}::float8[], ${of(headings)}::float8[], ${ats}::timestamptz[])`
  }
  const timer = setInterval(
    () => void move().catch((error) => console.error('the crowd stands', error)),
    REPORT_MS / SHARES
  )
  return () => clearInterval(timer)
}
