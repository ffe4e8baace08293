// Measures the lookup "the ten nearest free cabs within ten kilometres", in cities of growing size. It is compared with a query
// that does nothing, and with Redis.
import type postgres from 'postgres'
import { isFull } from '../../tests/support/full.ts'
import { type Figure, percentile, round } from '../report.ts'
import { carTypes, type Place, pickups, steps } from './city.ts'
import type { Redis } from './redis.ts'

const radius = 10_000
const wanted = 10
const rounds = isFull ? 10_000 : 2500

export const lookup = 'select n.driver_id, n.distance_m from app.nearest_drivers($1, $2, $3, $4, $5) n'

const carType = (index: number): string => carTypes[index % carTypes.length] ?? ''

export const find = (sql: postgres.Sql, { lat, lng }: Place, index: number) =>
  sql.unsafe(lookup, [carType(index), lat, lng, radius, wanted], { prepare: true })

export const nothing = (sql: postgres.Sql) => sql.unsafe('select 1', [], { prepare: true })

/** Duration of `work` in microseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) * 1000
}

/** Microseconds that the server alone needs: the median of 200 executions of the planned statement. */
export async function serverTime(sql: postgres.Sql, drivers: Float64Array): Promise<number> {
  await sql.unsafe('set plan_cache_mode = force_generic_plan')
  await sql.unsafe(`prepare near as select n.driver_id, n.distance_m
    from app.nearest_drivers($1::uuid, $2::double precision, $3::double precision, $4::double precision, $5::integer) n`)
  const times: number[] = []
  for (const [index, { lat, lng }] of pickups(drivers, 220).entries()) {
    const rows = await sql.unsafe<{ 'QUERY PLAN': { 'Execution Time': number }[] }[]>(
      `explain (analyze, timing off, format json) execute near('${carType(index)}', ${lat}, ${lng}, ${radius}, ${wanted})`
    )
    const [plan] = rows[0]?.['QUERY PLAN'] ?? []
    if (index >= 20 && plan) times.push(plan['Execution Time'] * 1000)
  }
  await sql.unsafe('reset plan_cache_mode')
  await sql.unsafe('deallocate near')
  return percentile(times, 0.5)
}

/** The figure for growth: the ratio of server times in the largest and the smallest city. */
export const growth = (times: readonly number[]): Figure => ({
  metric: `lookup in the server, ${steps[0] / 1000}k to 1M drivers (${times.map((us) => `${Math.round(us)}`).join(', ')} us)`,
  value: round((times.at(-1) ?? 0) / (times[0] ?? 1), 2),
  unit: 'x',
  goal: 2.5
})

export interface Times {
  ours: number[]
  nothing: number[]
  radius: number[]
  widening: number[]
}

const key = (index: number): string => `cars:${index % carTypes.length}`

const search = (redis: Redis, { lat, lng }: Place, index: number, metres: number) =>
  redis.send(
    'GEOSEARCH',
    key(index),
    'FROMLONLAT',
    lng,
    lat,
    'BYRADIUS',
    metres,
    'm',
    'ASC',
    'COUNT',
    wanted,
    'WITHDIST'
  )

/**
 * Searches Redis in growing circles, since a wide search is slow: half a kilometre first, then twice as far until there are
 * enough cars.
 */
async function widen(redis: Redis, place: Place, index: number): Promise<void> {
  for (let metres = 500; ; metres = Math.min(radius, metres * 2)) {
    const found = await search(redis, place, index, metres)
    if (metres >= radius || (Array.isArray(found) && found.length >= wanted)) return
  }
}

/** Runs all kinds of lookups alternately, so that other load on the machine affects all of them alike. */
export async function race(sql: postgres.Sql, redis: Redis | null, drivers: Float64Array): Promise<Times> {
  const times: Times = { ours: [], nothing: [], radius: [], widening: [] }
  for (const [index, place] of pickups(drivers, rounds + 50).entries()) {
    const counted = index >= 50
    const add = (list: number[], value: number) => counted && list.push(value)
    add(times.nothing, await time(() => nothing(sql)))
    add(times.ours, await time(() => find(sql, place, index)))
    if (!redis) continue
    add(times.widening, await time(() => widen(redis, place, index)))
    // Measure the wide search only in every tenth round: it is so much slower that this is enough.
    if (index % 10 === 0) add(times.radius, await time(() => search(redis, place, index, radius)))
  }
  return times
}

const ratio = (a: number[], b: number[], share: number): number => round(percentile(a, share) / percentile(b, share), 2)

export function raceFigures({ ours, nothing: idle, radius: wide, widening }: Times): Figure[] {
  const us = (metric: string, list: number[]): Figure[] =>
    [0.5, 0.95].map((share) => ({
      metric: `${metric}, p${share * 100}`,
      value: Math.round(percentile(list, share)),
      unit: 'us',
      goal: null
    }))
  const figures = [
    ...us('lookup at 1M', ours),
    ...us('select 1', idle),
    { metric: 'lookup at 1M to select 1, p50', value: ratio(ours, idle, 0.5), unit: 'x', goal: 1.5 },
    { metric: 'lookup at 1M to select 1, p95', value: ratio(ours, idle, 0.95), unit: 'x', goal: 2 }
  ]
  if (wide.length === 0) return figures
  return [
    ...figures,
    ...us('GEOSEARCH 10 km', wide),
    ...us('GEOSEARCH widening', widening),
    { metric: 'lookup to GEOSEARCH 10 km, p95', value: ratio(ours, wide, 0.95), unit: 'x', goal: 0.25 },
    { metric: 'lookup to GEOSEARCH widening, p95', value: ratio(ours, widening, 0.95), unit: 'x', goal: 1 }
  ]
}

/** Responses a second over `lanes` sequential callers, for two seconds. */
async function throughput(
  lanes: number,
  ask: (lane: number, place: Place, index: number) => Promise<unknown>,
  drivers: Float64Array
) {
  const places = pickups(drivers, 1000)
  const end = performance.now() + 2000
  const counts = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      let count = 0
      for (; performance.now() < end; count++) {
        const index = (lane * 131 + count) % places.length
        await ask(lane, places[index] ?? { lat: 0, lng: 0 }, index)
      }
      return count
    })
  )
  return counts.reduce((sum, count) => sum + count, 0) / 2
}

/** Compares lookups per second with Redis's wide GEOSEARCH: each of the two has four connections. */
export async function throughputFigures(
  sql: postgres.Sql,
  lanes: readonly Redis[],
  drivers: Float64Array
): Promise<Figure[]> {
  const ours = await throughput(lanes.length, (_, place, index) => find(sql, place, index), drivers)
  const theirs = await throughput(
    lanes.length,
    async (lane, place, index) => {
      const redis = lanes[lane]
      if (redis) await search(redis, place, index, radius)
    },
    drivers
  )
  return [
    { metric: 'lookups a second, 4 connections', value: Math.round(ours), unit: '/s', goal: null },
    { metric: 'lookups to GEOSEARCHes a second', value: round(ours / theirs, 2), unit: 'x', goal: 4, atLeast: true }
  ]
}

/** Fills Redis with one key per car type, as a fleet would be stored. */
export async function fillRedis(redis: Redis, drivers: Float64Array): Promise<void> {
  const count = drivers.length / 2
  for (let from = 0; from < count; from += 1000) {
    await redis.pipeline(
      Array.from({ length: Math.min(1000, count - from) }, (_, n) => {
        const index = from + n
        return [
          'GEOADD',
          `cars:${(index + 1) % carTypes.length}`,
          drivers[2 * index + 1] ?? 0,
          drivers[2 * index] ?? 0,
          `d${index + 1}`
        ]
      })
    )
  }
}
