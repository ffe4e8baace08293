import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import type { Sql } from '../types.ts'
import { type FeedOptions, followMessages, type StoredMessage } from './feed.ts'

// The feed from the database to the gateway, asleep (each sender notifies it) and awake (it polls, and senders do not notify).

let backend: Backend
let stop: (() => Promise<void>) | undefined
let heard: StoredMessage[]
/** Whether the feed is told that senders wait for each other. */
let crowded = false

beforeAll(async () => {
  backend = await startBackend()
}, 60_000)
afterEach(async () => {
  await stop?.()
  stop = undefined
  crowded = false
  expect(backend.lines.filter((line) => line.includes(' error '))).toEqual([])
})
afterAll(() => backend.stop())

async function follow(options: FeedOptions = { isCrowded: async () => crowded }): Promise<void> {
  heard = []
  stop = await followMessages(backend.database, backend.log, (message) => heard.push(message), options)
}

const send = (sql: Sql, topic: string, n: number) =>
  sql.query(`select realtime.send(jsonb_build_object('n', $1::int), 'm', $2)`, [n, topic])

const numbers = (topic: string) =>
  heard.filter((message) => message.topic === topic).map(({ payload }) => (payload as { n: number }).n)
const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const until = (probe: () => unknown) => expect.poll(probe, { interval: 10, timeout: 15_000 })

async function isAwake(): Promise<boolean> {
  const [row] = await backend.database.query('select from realtime.feed_reader where awake_at is not null')
  return row !== undefined
}

/** Sends until the feed is awake. */
async function wake(): Promise<void> {
  crowded = true
  for (let n = 0; !(await isAwake()); n += 1) await send(backend.database, 'crowd', n)
}

/** Waits until senders notify the feed again. */
async function fallAsleep(): Promise<void> {
  crowded = false
  await until(isAwake).toBe(false)
}

it('messages arrive once and in their order while the feed sleeps', async () => {
  await follow()
  for (const n of upTo(50)) await send(backend.database, 'a', n)
  await until(() => numbers('a')).toEqual(upTo(50))
  expect(await isAwake()).toBe(false)
})

it('messages of a transaction that is rolled back do not arrive', async () => {
  await follow()
  const undone = backend.database.transaction(async (tx) => {
    await send(tx, 'undone', 0)
    throw new Error('undo')
  })
  await expect(undone).rejects.toThrow('undo')
  await send(backend.database, 'done', 0)
  await until(() => numbers('done')).toEqual([0])
  expect(numbers('undone')).toEqual([])
})

it('a message arrives although a gateway crashed while it was awake', async () => {
  await follow()
  await backend.database.query(`update realtime.feed_reader set awake_at = clock_timestamp() - interval '2.01 seconds'`)
  await send(backend.database, 'after', 0)
  await until(() => numbers('after')).toEqual([0])
  // The server's clock was put back after the crash.
  await backend.database.query(`update realtime.feed_reader set awake_at = clock_timestamp() + interval '1 hour'`)
  await send(backend.database, 'after', 1)
  await until(() => numbers('after')).toEqual([0, 1])
})

it('what was read is deleted from the feed', async () => {
  await follow()
  for (const n of upTo(5)) await send(backend.database, 'trimmed', n)
  await until(() => numbers('trimmed')).toEqual(upTo(5))
  await stop?.()
  await follow()
  expect(await backend.database.query('select from realtime.feed')).toEqual([])
})

describe.runIf(process.env.HACKNEY_TEST_DB !== 'pglite')('with concurrent senders', () => {
  it('the feed wakes when senders wait for each other, and sleeps when they have ended', async () => {
    await follow({})
    const each = 100
    let isSending = true
    // The senders run in the server, so that they are as fast as their commits.
    const senders = upTo(8).map(async (place) => {
      let sent = 0
      for (; isSending; sent += each) {
        await backend.database.exec(`do $$ begin
          for n in ${sent}..${sent + each - 1} loop
            perform realtime.send(jsonb_build_object('n', n), 'm', 'server:${place}');
            commit;
          end loop;
        end $$`)
      }
      return sent
    })
    try {
      await until(isAwake).toBe(true)
    } finally {
      isSending = false
    }
    const sent = await Promise.all(senders)
    await until(isAwake).toBe(false)
    for (const [place, count] of sent.entries()) await until(() => numbers(`server:${place}`)).toEqual(upTo(count))
  }, 60_000)

  it('a message that was sent while the feed was awake arrives if it is committed after the feed fell asleep', async () => {
    await follow()
    await wake()
    await backend.database.transaction(async (tx) => {
      await send(tx, 'late', 0)
      await fallAsleep()
      // Let the feed read a few times after it fell asleep: none of these reads sees the message.
      await sleep(200)
    })
    await until(() => numbers('late')).toEqual([0])
    // Now the feed sleeps without polling, and is notified.
    await send(backend.database, 'late', 1)
    await until(() => numbers('late')).toEqual([0, 1])
  }, 30_000)

  it('a message arrives if its transaction sees the past, in which the feed was awake', async () => {
    await follow()
    await wake()
    await backend.database.transaction(async (tx) => {
      await tx.exec('set transaction isolation level repeatable read')
      await tx.query('select 1 from realtime.feed_reader')
      await fallAsleep()
      await sleep(200)
      await send(tx, 'past', 0)
    })
    await until(() => numbers('past')).toEqual([0])
  }, 30_000)

  it('no message is lost or repeated while the feed wakes and falls asleep again and again', async () => {
    await follow()
    let isSending = true
    const senders = upTo(4).map(async (place) => {
      let n = 0
      // Each message stays uncommitted for a while, so some are sent before the feed falls asleep and committed after it.
      for (; isSending; n += 1) {
        await backend.database.transaction(async (tx) => {
          await send(tx, `sender:${place}`, n)
          await sleep(300 + 40 * place)
        })
      }
      return n
    })
    try {
      for (let round = 0; round < 3; round += 1) {
        crowded = true
        await until(isAwake).toBe(true)
        await fallAsleep()
      }
    } finally {
      isSending = false
    }
    const sent = await Promise.all(senders)
    for (const [place, count] of sent.entries()) await until(() => numbers(`sender:${place}`)).toEqual(upTo(count))
  }, 60_000)
})
