// Measures dispatch at the size of a metropolis: finding the nearest drivers, storing positions, and fifty drivers who accept
// one booking at once. The PostgreSQL is built for the run and removed afterwards. If Redis is installed, it is measured for
// comparison.
import postgres from 'postgres'
import { option, withDatabase } from '../scripts/catalogue.ts'
import { acceptFigures } from './dispatch/accept.ts'
import { driverPositions, settle, steps } from './dispatch/city.ts'
import { loadFigures, makeBusy, rateFigures, Shift } from './dispatch/ingest.ts'
import { fillRedis, growth, race, raceFigures, serverTime, throughputFigures } from './dispatch/lookup.ts'
import { isInstalled, Redis, withRedis } from './dispatch/redis.ts'
import { type Figure, report } from './report.ts'

const redisPort = Number(option(process.argv, 'redis-port') ?? 26_340)
/** PostgreSQL's settings for the server of a city; the stack's own are for a developer's laptop. */
const settings = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '30min', wal_compression: 'on' }

const open = (url: string, max = 1): postgres.Sql => postgres(url, { max, onnotice: () => undefined, idle_timeout: 0 })

const figures: Figure[] = []

/** Prints results at once, because the whole run takes some minutes. */
function add(found: readonly Figure[]): void {
  for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
  figures.push(...found)
}

async function grow(sql: postgres.Sql): Promise<Float64Array> {
  const times: number[] = []
  let drivers: Float64Array = new Float64Array()
  let from = 1
  for (const to of steps) {
    await settle(sql, from, to)
    drivers = await driverPositions(sql, to)
    times.push(await serverTime(sql, drivers))
    console.error(`… ${to} drivers: ${times.at(-1)?.toFixed(0)} us in the server`)
    from = to + 1
  }
  add([growth(times)])
  return drivers
}

async function measure(url: string, hasRedis: boolean): Promise<void> {
  const [sql, writer, lanes] = [open(url), open(url), open(url, 4)]
  const redis = hasRedis ? await Promise.all(Array.from({ length: 4 }, () => Redis.open(redisPort))) : []
  try {
    await sql`update cron.job set active = false`
    const drivers = await grow(sql)
    const [first] = redis
    if (first) await fillRedis(first, drivers)
    add(raceFigures(await race(sql, first ?? null, drivers)))
    if (first) add(await throughputFigures(lanes, redis, drivers))
    const shift = new Shift(drivers.slice())
    await makeBusy(sql)
    add(await rateFigures(writer, first ?? null, shift))
    add(await loadFigures(writer, sql, shift, drivers))
    add(await acceptFigures(url, sql))
  } finally {
    for (const client of redis) client.close()
    await Promise.all([sql, writer, lanes].map((client) => client.end()))
  }
}

const hasRedis = isInstalled()
if (!hasRedis)
  console.error('redis-server is not installed (Debian: apt-get install redis-server): nothing is compared with it.')
const run = () => withDatabase([], (url) => measure(url, hasRedis), settings)
await (hasRedis ? withRedis(redisPort, run) : run())
report('dispatch', figures)
process.exit()
