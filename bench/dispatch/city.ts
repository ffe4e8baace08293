// A metropolis of drivers with four car types. Of 100 drivers, 60 are in 20 towns, at most 4 km from a town's centre; the
// others are anywhere in 200 km by 200 km. The city is generated in the database from a fixed seed, so every run has the same
// one.
import type postgres from 'postgres'

export interface Place {
  lat: number
  lng: number
}

/** The number of drivers at each step of growth. */
export const steps = [10_000, 100_000, 1_000_000] as const

/** Ids of the city's car types. They are not those of the seed, so the drivers are added without the table's triggers. */
export const carTypes = [1, 2, 3, 4].map((n) => `0c000000-0000-4000-8000-0000000000f${n}`)

export const driverId = (n: number): string => `0f000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const middle: Place = { lat: 47.14, lng: 9.52 }

/** Random places a few hundred metres from a random driver, because drivers are where people are. */
export function pickups(drivers: Float64Array, count: number): Place[] {
  return Array.from({ length: count }, () => {
    const at = 2 * Math.floor((Math.random() * drivers.length) / 2)
    return {
      lat: (drivers[at] ?? 0) + (Math.random() - 0.5) * 0.01,
      lng: (drivers[at + 1] ?? 0) + (Math.random() - 0.5) * 0.01
    }
  })
}

/**
 * Adds the drivers from number `from` to `to`, both included. They have no accounts, since this database is only for the
 * benchmark.
 */
export async function settle(sql: postgres.Sql, from: number, to: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`select setseed(0.5)`
    await tx`create temp table towns on commit drop as
      select n, ${middle.lat} + (random() - 0.5) * 1.6 as lat, ${middle.lng} + (random() - 0.5) * 2.3 as lng
      from generate_series(0, 19) n`
    await tx`select setseed(${from / 2_000_000})`
    await tx`
      insert into public.driver_positions (driver_id, car_type, lat, lng, heading, accuracy, updated_at, available, pt)
      select ('0f000000-0000-4000-8000-' || lpad(p.n::text, 12, '0'))::uuid, (${carTypes}::uuid[])[1 + p.n % 4], p.lat, p.lng,
        0, 5, now() + interval '1 hour', true, app.search_point((${carTypes}::uuid[])[1 + p.n % 4], p.lat, p.lng)
      from (
        select d.n, case when d.kind < 0.6 then t.lat + d.distance * cos(d.angle) * 0.036 else ${middle.lat} + (d.a - 0.5) * 1.8 end as lat,
          case when d.kind < 0.6 then t.lng + d.distance * sin(d.angle) * 0.053 else ${middle.lng} + (d.b - 0.5) * 2.65 end as lng
        from (select n, random() as kind, floor(random() * 20)::integer as town, random() as a, random() as b,
            sqrt(-2 * ln(1 - random())) as distance, 2 * pi() * random() as angle
          from generate_series(${from}::integer, ${to}::integer) n) d
        join towns t on t.n = d.town) p`
  })
  await sql`vacuum (analyze) public.driver_positions`
}

/** Latitude and longitude of drivers 1 to `count`, one after the other. */
export async function driverPositions(sql: postgres.Sql, count: number): Promise<Float64Array> {
  const places = new Float64Array(2 * count)
  const rows = sql<{ n: number; lat: number; lng: number }[]>`
    select right(p.driver_id::text, 12)::integer as n, p.lat, p.lng from public.driver_positions p
    where p.driver_id between ${driverId(1)} and ${driverId(count)}`
  for await (const batch of rows.cursor(10_000)) {
    for (const { n, lat, lng } of batch) places.set([lat, lng], 2 * (n - 1))
  }
  return places
}
