import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { isFull } from '../../tests/support/full.ts'
import { type Backend, startBackend } from '../testing/backend.ts'
import { createRealtime, type Realtime } from './index.ts'

// A test with clients that join, leave, disconnect and return at random, while SQL sends messages and the feed is cut. With
// HACKNEY_FULL=1 it has 1,000 clients for five minutes, otherwise a hundred for ten seconds.

const [clients, seconds] = isFull ? [1000, 300] : [100, 10]
const [topics, pause] = [20, 20]

const project = `
  create policy "all hear" on realtime.messages for select to authenticated using (true);
  create policy "all are seen" on realtime.messages for insert to authenticated with check (extension = 'presence');
`
let backend: Backend
let realtime: Realtime
let tokens: string[]

beforeAll(async () => {
  backend = await startBackend(project)
  const { database, tokens: keys, log } = backend
  const limits = { clients: 1e6, clientsPerPerson: 1e6, joinsPerSecond: 1e6, eventsPerSecond: 1e6 }
  realtime = await createRealtime({ database, tokens: keys, log, limits })
  backend.mount('/realtime/v1', realtime)
  tokens = await Promise.all(Array.from({ length: 20 }, () => backend.signIn(randomUUID())))
}, 60_000)
afterAll(() => backend.stop())

/** For each topic, the number of the last message whose statement has begun, and of the last one that is committed. */
const begun = Array.from({ length: topics }, () => 0)
const committed = Array.from({ length: topics }, () => 0)

async function publish(until: () => boolean): Promise<void> {
  for (let n = 0; until(); n += 1) {
    const topic = n % topics
    const number = (begun[topic] ?? 0) + 1
    begun[topic] = number
    await backend.database.query(`select realtime.send(jsonb_build_object('n', $1::int), 'm', $2)`, [
      number,
      `room:${topic}`
    ])
    committed[topic] = number
    if (n % 400 === 399) await cutFeed()
    await sleep(pause)
  }
}

const cutFeed = () =>
  backend.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`
  )

/** A client's stay in a room, from the response to its join to the response to its leave: expected and received messages. */
interface Stay {
  topic: number
  first: number
  numbers: number[]
}

interface Client {
  stays: Map<number, Stay>
  socket: WebSocket
  ref: number
}

const finished: Stay[] = []
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const any = (n: number): number => Math.floor(Math.random() * n)

async function connect(): Promise<Client> {
  const query = `vsn=2.0.0&apikey=${backend.tokens.publishableKey}`
  const socket = new WebSocket(`${backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const client: Client = { stays: new Map(), socket, ref: 0 }
  socket.on('error', () => undefined)
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (!isBinary) return
    const [, topicLength = 0, eventLength = 0, metaLength = 0] = data
    const topic = Number(data.toString('utf8', 5, 5 + topicLength).split(':')[2])
    const { n } = JSON.parse(data.toString('utf8', 5 + topicLength + eventLength + metaLength)) as { n: number }
    client.stays.get(topic)?.numbers.push(n)
  })
  return client
}

/** Sends a frame and waits for its response; null if the connection ends first. */
function ask(client: Client, topic: number, event: string, payload: object, joinRef: string): Promise<string | null> {
  client.ref += 1
  const ref = String(client.ref)
  return new Promise((resolve) => {
    const finish = (status: string | null): void => {
      client.socket.off('message', hear).off('close', gone)
      resolve(status)
    }
    const gone = (): void => finish(null)
    const hear = (data: Buffer, isBinary: boolean): void => {
      if (isBinary) return
      const [, answered, , kind, { status }] = JSON.parse(String(data))
      if (kind !== 'phx_reply' || answered !== ref) return
      // Handle the response synchronously, before the promise's continuation: the next frame may already be a message.
      if (event === 'phx_join' && status === 'ok') {
        client.stays.set(topic, { topic, first: (begun[topic] ?? 0) + 1, numbers: [] })
      }
      finish(status)
    }
    client.socket.on('message', hear).on('close', gone)
    if (client.socket.readyState !== WebSocket.OPEN) return gone()
    client.socket.send(JSON.stringify([joinRef, ref, `realtime:room:${topic}`, event, payload]))
  })
}

function end(client: Client, topic: number): void {
  const stay = client.stays.get(topic)
  if (stay) finished.push(stay)
  client.stays.delete(topic)
}

async function join(client: Client, topic: number): Promise<void> {
  end(client, topic)
  const presence = { enabled: Math.random() < 0.2, key: 'someone' }
  const payload = { config: { private: true, presence }, access_token: pick(tokens) }
  expect(await ask(client, topic, 'phx_join', payload, String(topic))).not.toBe('error')
}

async function leave(client: Client, topic: number): Promise<void> {
  await ask(client, topic, 'phx_leave', {}, String(topic))
  end(client, topic)
}

function drop(client: Client): void {
  client.socket.terminate()
  for (const topic of [...client.stays.keys()]) end(client, topic)
}

/** One client's life: repeated random actions. At the end the client is in some rooms. */
async function live(until: () => boolean): Promise<Client> {
  let client = await connect()
  while (until()) {
    const topic = any(topics)
    const roll = Math.random()
    if (roll < 0.45) await join(client, topic)
    else if (roll < 0.65) await leave(client, topic)
    else if (roll < 0.8) {
      drop(client)
      client = await connect()
    } else if (roll < 0.85) client.socket.send('{')
    else if (roll < 0.95) {
      const frame = [String(topic), null, `realtime:room:${topic}`, 'access_token', { access_token: pick(tokens) }]
      client.socket.send(JSON.stringify(frame))
    } else if (client.stays.has(topic)) {
      client.socket.send(
        JSON.stringify([String(topic), null, `realtime:room:${topic}`, 'presence', { event: 'track', payload: {} }])
      )
    }
    await sleep(any(clients * 4))
  }
  await join(client, any(topics))
  return client
}

function heap(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) collect()
  return process.memoryUsage().heapUsed
}

/**
 * What is wrong with a stay's message numbers, which must be consecutive and start at the latest with the first message after
 * the join; null if they are right.
 */
function gaps({ first, numbers }: Stay, last?: number): string | null {
  const start = numbers[0]
  if (start === undefined) return last !== undefined && last >= first ? `nothing of ${first} to ${last}` : null
  if (start > first) return `began with ${start}, not ${first}`
  const wrong = numbers.findIndex((n, index) => n !== start + index)
  if (wrong >= 0) return `${numbers[wrong - 1]} then ${numbers[wrong]}`
  return last !== undefined && numbers.at(-1) !== last ? `ended with ${numbers.at(-1)}, not ${last}` : null
}

it(
  'no message is lost after a join, and nothing is kept after a leave',
  async () => {
    const warm = await Promise.all(Array.from({ length: 20 }, connect))
    await Promise.all(warm.map((client, index) => join(client, index % topics)))
    for (const client of warm) drop(client)
    await expect.poll(() => realtime.count(), { timeout: 15_000 }).toEqual({ connections: 0, rooms: 0, channels: 0 })
    finished.length = 0
    const before = heap()

    const deadline = Date.now() + seconds * 1000
    let isPublishing = true
    const publishing = publish(() => isPublishing)
    const alive = await Promise.all(Array.from({ length: clients }, () => live(() => Date.now() < deadline)))
    await sleep(500)
    isPublishing = false
    await publishing

    const staying = alive.flatMap(({ stays }) => [...stays.values()])
    expect(staying.length).toBeGreaterThanOrEqual(clients)
    const wrong = () => staying.flatMap((stay) => gaps(stay, committed[stay.topic]) ?? [])
    await expect.poll(wrong, { timeout: 20_000 }).toEqual([])
    expect(finished.length).toBeGreaterThan(clients)
    expect(finished.flatMap((stay) => gaps(stay) ?? [])).toEqual([])
    expect(realtime.count().connections).toBe(clients)

    for (const client of alive) drop(client)
    alive.length = 0
    staying.length = 0
    finished.length = 0
    await expect.poll(() => realtime.count(), { timeout: 15_000 }).toEqual({ connections: 0, rooms: 0, channels: 0 })
    expect((heap() - before) / 2 ** 20).toBeLessThan(isFull ? 40 : 20)
    expect(backend.lines.filter((line) => line.includes(' error '))).toEqual([])
  },
  (seconds + 90) * 1000
)
