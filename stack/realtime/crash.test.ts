import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import { followMessages, type StoredMessage } from './feed.ts'

// The database server crashes and recovers while the gateway continues. The server forgets the transactions that it had not yet
// written to its log, so later transactions can get ids that the gateway saw as ended.

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
}, 60_000)
afterAll(() => backend.stop())

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const until = (probe: () => unknown) => expect.poll(probe, { interval: 10, timeout: 15_000 })

/** Kills a session's process, upon which the server ends all sessions and recovers. Waits until each connection works again. */
async function crash(): Promise<void> {
  const [row] = await backend.database.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(row?.pid ?? 0, 'SIGKILL')
  const errors = async () => {
    const answers = await Promise.allSettled(upTo(20).map(() => backend.database.query('select pg_sleep(0.01)')))
    return answers.filter(({ status }) => status === 'rejected').length
  }
  await until(errors).toBe(0)
}

async function nextId(): Promise<number> {
  const [row] = await backend.database.query<{ id: number }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as id'
  )
  return row?.id ?? 0
}

describe.runIf(process.env.HACKNEY_TEST_DB !== 'pglite')('a crash of the database server', () => {
  it('loses and repeats no message while the feed is polled, although later transactions get ids of earlier ones', async () => {
    const { database, log } = backend
    // Otherwise the server writes to its log several times a second, and forgets hardly a transaction.
    await database.query(`alter system set wal_writer_delay = '10s'`)
    await database.query('select pg_reload_conf()')
    const heard: number[] = []
    const hear = (message: StoredMessage) => heard.push((message.payload as { n: number }).n)
    const stop = await followMessages(database, log, hear, { isCrowded: async () => true })
    let n = 0
    const send = () => database.query(`select realtime.send(jsonb_build_object('n', $1::int), 'm', 't')`, [n++])
    const isAwake = () => database.query('select from realtime.feed_reader where awake_at is not null')
    try {
      while ((await isAwake()).length === 0) await send()
      await database.exec(`do $$ begin
        for n in 1..2000 loop
          perform set_config('synchronous_commit', 'off', true), pg_current_xact_id();
          commit;
        end loop;
      end $$`)
      const seen = await nextId()
      // Ten polls, so that the gateway has seen these transactions end. A message would make the server write its log.
      await sleep(200)
      await crash()
      // Without this, the test would prove nothing.
      expect(await nextId()).toBeLessThan(seen)
      while ((await isAwake()).length === 0) await send()
      for (const _ of upTo(20)) await send()
      await until(() => heard).toEqual(upTo(n))
    } finally {
      await stop()
    }
  }, 60_000)
})
