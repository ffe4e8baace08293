// Measures the speed of time in an accelerated demo: how fast the rules' time runs, compared with the speed that the demo bar
// has set. At 16x a machine that is late with one step makes up for it with the next.
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { setDemoSpeed } from '../tests/support/demo-speed.ts'
import { isFull } from '../tests/support/full.ts'
import { startStack } from '../tests/support/stack.ts'
import { type Figure, report, round } from './report.ts'

/** How long each speed is measured (s). */
const WATCH = isFull ? 60 : 15
/**
 * Largest acceptable deviation of the speed, as a share. The clock advances in steps of a quarter of a second, so a deviation
 * of one step is normal; people would notice more.
 */
const GOAL = 0.05

const stack = await startStack({ database: 'native', web: 'dev', demo: true })
const sql = postgres(stack.env.SUPABASE_DB_URL ?? '', { max: 1, onnotice: () => undefined })

/** The rules' time, in seconds since 1970. */
async function now(): Promise<number> {
  const [row] = await sql<{ at: number }[]>`select extract(epoch from app.now())::float8 as at`
  return Number(row?.at)
}

async function measure(speed: 1 | 4 | 16): Promise<Figure> {
  await setDemoSpeed(stack.env, speed)
  await sleep(1000)
  const [begin, since] = [await now(), performance.now()]
  await sleep(WATCH * 1000)
  const rate = ((await now()) - begin) / ((performance.now() - since) / 1000)
  return {
    metric: `${speed}x: how far off, as a share of it`,
    value: round(Math.abs(rate / speed - 1), 3),
    unit: 'x',
    goal: GOAL
  }
}

const figures: Figure[] = []
for (const speed of [1, 4, 16] as const) figures.push(await measure(speed))
await sql.end()
await stack.stop()
report('hurry', figures)
process.exit()
