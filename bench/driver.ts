// Measures the driver's app during a shift: time until an offer is on the screen among 200 drivers, the cost of an hour of
// driving in memory, tasks and bytes, time until a new route, and the cost of an interrupted picture upload.
import postgres from 'postgres'
import { isFull } from '../tests/support/full.ts'
import { startStack } from '../tests/support/stack.ts'
import { connectCrowd } from './driver/crowd.ts'
import { measureHour } from './driver/hour.ts'
import { measureOffers } from './driver/offer.ts'
import { measurePhoto } from './driver/photo.ts'
import { measureReroute } from './driver/reroute.ts'
import { type Figure, report } from './report.ts'
import { peopleOf } from './ride/people.ts'

/** The parts to measure: some of `offer`, `hour`, `reroute`, `photo`; default: all. */
const wanted = process.env.HACKNEY_BENCH_PARTS?.split(',') ?? ['offer', 'hour', 'reroute', 'photo']
const rounds = isFull ? 200 : 40

const stack = await startStack({ database: 'native', web: 'built' })
try {
  const { env } = stack
  const web = env.WEB_URL ?? ''
  const sql = postgres(env.SUPABASE_DB_URL ?? '', { max: 2, onnotice: () => undefined })
  const people = await peopleOf(env)
  const figures: Figure[] = []
  const parts: Record<string, () => Promise<Figure[]>> = {
    offer: async () => {
      const crowd = await connectCrowd(sql, env, people.driver)
      return await measureOffers(people, { web, crowd, rounds }).finally(crowd.leave)
    },
    hour: () => measureHour(people, { web, sql }),
    reroute: () => measureReroute(people, web),
    photo: () => measurePhoto(people, { env, web })
  }
  try {
    for (const name of wanted) {
      const found = (await parts[name]?.()) ?? []
      for (const { metric, value, unit } of found) console.error(`… ${metric}: ${value} ${unit}`)
      figures.push(...found)
    }
  } finally {
    await sql.end({ timeout: 5 })
  }
  report('driver', figures)
} finally {
  await stack.stop()
}
process.exit()
