import { join } from 'node:path'
import postgres from 'postgres'
import { expect, it } from 'vitest'
import { type Outcome, playLockstep } from '../../sim/lockstep.ts'
import { databaseUnderTest, startStack } from '../support/stack.ts'

const region = join(import.meta.dirname, '../../region')
/** Monday morning, by the operator's clock, so that days of the week and hours are the same in each run. */
function mondayMorning(): number {
  const day = new Date()
  day.setUTCHours(7, 0, 0, 0)
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7 || 7))
  return day.getTime()
}

/** The key of the lock that keeps two ticks of dispatch apart: whoever holds it ticks alone. */
const DISPATCH_LOCK = 4841001

/** Plays the city on a fresh stack, step by step, at a clock that the test turns. */
async function play(seed: string, seconds: number): Promise<Outcome> {
  const stack = await startStack({ database: 'native' })
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: key, INBOX_URL: inbox, SUPABASE_DB_URL = '' } = stack.env
  const sql = postgres(SUPABASE_DB_URL, { max: 1, onnotice: () => undefined })
  try {
    await sql`set synchronous_commit = off`
    await sql`select pg_advisory_lock(${DISPATCH_LOCK})`
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    return await playLockstep({
      ...{ url, key, inbox, region, seed, seconds, data: null, log: quiet, begin: mondayMorning() },
      async turn(at) {
        await sql`update app.clock set "offset" = to_timestamp(${at / 1000}) - clock_timestamp()`
      },
      async tick() {
        await sql`select app.dispatch_tick()`
      }
    })
  } finally {
    await sql.end()
    await stack.stop()
  }
}

const seconds = process.env.HACKNEY_FULL ? 600 : 240

it.skipIf(databaseUnderTest() === 'pglite')(
  'plays the same day for the same seed, and every promise holds',
  async () => {
    const first = await play('one', seconds)
    const again = await play('one', seconds)
    expect(again.record).toEqual(first.record)
    expect(again.hash).toBe(first.hash)
    for (const { broken, failed } of [first, again]) expect([broken, failed]).toEqual([[], []])
    expect(first.record.some((line) => line.includes('accepted'))).toBe(true)
  }
)
