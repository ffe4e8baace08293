/**
 * Kills PostgreSQL with kill -9 while two tabs write and take back an import at once, at random moments. Each call is done or
 * not done: in the end each row of the file is written exactly once, and taken back exactly once.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { withCluster } from './support/cluster.ts'
import { outcomes, say } from './support/outcomes.ts'
import { call, idOf } from './support/people.ts'
import { ignoreLostSocket, must } from './support/race.ts'
import { isFull, random, seed } from './support/random.ts'

const ROWS = 3000
const BATCH = 500

await outcomes(async (report) => {
  const draw = random(11)
  say(`kill -9 while importing, HACKNEY_SEED=${seed}`)
  await withCluster(async (cluster) => {
    let sql = cluster.connect(4, false)
    const admin = await idOf(sql, 'admin')
    const count = async (query: string): Promise<number> => Number((await sql.unsafe<{ n: string }[]>(query))[0]?.n)

    /** Calls a function until it has nothing left to do, from two tabs, while the server is killed and comes back. */
    async function throughKills(statement: string, left: () => Promise<number>): Promise<void> {
      for (let kills = 0; (await left()) > 0; ) {
        const tab = async () => {
          for (let calls = 0; calls < 3; calls += 1) await call(sql, admin, statement)
        }
        const tabs = Promise.all([tab(), tab()]).catch(() => {})
        if (kills < (isFull ? 10 : 2)) {
          kills += 1
          await sleep(draw.int(5, 400))
          process.on('uncaughtException', ignoreLostSocket)
          cluster.kill()
          await sleep(100)
          const lost: postgres.Sql = sql
          await Promise.race([lost.end({ timeout: 0 }), sleep(1000)])
          await cluster.restart()
          process.off('uncaughtException', ignoreLostSocket)
          sql = cluster.connect(4, false)
        } else await tabs
      }
    }

    const started = await call<{ id: string }>(
      sql,
      admin,
      `select id from public.start_import('callers', 'kills.csv', gen_random_uuid())`
    )
    const { id } = must(started)
    for (let from = 0; from < ROWS; from += BATCH) {
      const rows = Array.from({ length: BATCH }, (_, place) => ({
        nr: from + place + 2,
        facts: { first_name: 'Row', mobile: `+42379${String(100_000 + from + place)}` }
      }))
      must(
        await call(sql, admin, 'select public.add_import_rows($1, $2::text::jsonb) as it', [id, JSON.stringify(rows)])
      )
    }
    const inState = (states: string) =>
      count(`select count(*) as n from app.import_rows where import_id = '${id}' and state in (${states})`)
    const callers = () => count('select count(*) as n from app.known_callers')

    await throughKills(`select public.check_import('${id}')`, () => inState(`'waiting'`))
    report((await callers()) === 0, 'a check that was killed has written nothing', String(await callers()))
    await throughKills(`select public.apply_import('${id}')`, () => inState(`'waiting', 'fresh', 'changed'`))
    report((await callers()) === ROWS, 'each row is written once through kills', String(await callers()))
    report((await inState(`'done'`)) === ROWS, 'each row says that it is done', String(await inState(`'done'`)))
    await throughKills(`select public.undo_import('${id}')`, () => inState(`'done'`))
    report((await callers()) === 0, 'each row is taken back through kills', String(await callers()))
    await sql.end({ timeout: 1 })
  })
})
