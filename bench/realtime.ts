import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import WebSocket from 'ws'
import { createRealtime } from '../stack/realtime/index.ts'
import { startBackend } from '../stack/testing/backend.ts'
import { percentile, report, round } from './report.ts'

// Measures messages from SQL to private subscribers, and joins under row-level security, on the machine's own PostgreSQL. The
// gateway is a separate process; subscribers and the publisher run in this one, on the same cores.

const [subscribers, topics, messages, perSecond] = [1000, 100, 500, 100]

const project = `
  create table public.members (topic text, user_id uuid, primary key (topic, user_id));
  grant select on public.members to authenticated;
  create policy "members read their topic" on realtime.messages for select to authenticated using (
    exists (select from public.members m where m.topic = (select realtime.topic()) and m.user_id = (select auth.uid()))
  );
`
interface Served {
  url: string
  databaseUrl: string
  tokens: string[]
}

/** Runs the gateway in its own process: serves until told to stop, and reports its memory. */
async function serve(): Promise<void> {
  const backend = await startBackend(project)
  const { database, tokens, log } = backend
  const unlimited = { clients: 1e6, joinsPerSecond: 1e6, eventsPerSecond: 1e6, channelsPerClient: 1e6 }
  backend.mount('/realtime/v1', await createRealtime({ database, tokens, log, limits: unlimited }))
  const people = Array.from({ length: subscribers }, () => randomUUID())
  await database.query(
    `insert into public.members select 'room:' || (n - 1) % $2::int, id
     from unnest(string_to_array($1, ',')::uuid[]) with ordinality as person (id, n)`,
    [people.join(','), topics]
  )
  const served: Served = {
    url: `${backend.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${tokens.publishableKey}`,
    databaseUrl: database.url ?? '',
    tokens: await Promise.all(people.map((id) => backend.signIn(id)))
  }
  process.on('message', async (question) => {
    if (question === 'memory') process.send?.(await memory())
    else {
      await backend.stop()
      process.exit()
    }
  })
  process.send?.(served)
}

/** Memory of this process in kibibytes after garbage collection: private memory and its share of shared memory. */
async function memory(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.()
    await sleep(100)
  }
  return Number(/^Pss:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/smaps_rollup', 'utf8'))?.[1] ?? Number.NaN)
}

const answer = <T>(server: ChildProcess, question?: string): Promise<T> =>
  new Promise((resolve) => {
    server.once('message', (message) => resolve(message as T))
    if (question) server.send(question)
  })

function open(url: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('open', () => resolve(socket)).once('error', reject)
  })
}

function join(socket: WebSocket, topic: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('message', (data) =>
      String(data).includes('"status":"ok"') ? resolve() : reject(new Error(String(data)))
    )
    socket.send(
      JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', { config: { private: true }, access_token: token }])
    )
  })
}

/** Returns a function that collects the ages of this many messages on their arrival. */
function listen(sockets: WebSocket[]): (wanted: number) => Promise<number[]> {
  let ages: number[] = []
  let wanted = Number.POSITIVE_INFINITY
  let done: (ages: number[]) => void = () => undefined
  for (const socket of sockets) {
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      const sentAt = isBinary ? /"sent_at": ?([\d.]+)/.exec(data.toString('utf8'))?.[1] : undefined
      if (!sentAt) return
      ages.push(performance.timeOrigin + performance.now() - Number(sentAt))
      if (ages.length === wanted) done(ages)
    })
  }
  return (count) => {
    ages = []
    wanted = count
    return new Promise((resolve) => {
      done = resolve
    })
  }
}

async function measure(): Promise<void> {
  const server = fork(import.meta.filename, ['serve'], { execArgv: ['--expose-gc'] })
  const { url, databaseUrl, tokens } = await answer<Served>(server)
  const sql = postgres(databaseUrl, { max: 2, onnotice: () => undefined })
  const send = (count: number, topic: string) => sql`
    select realtime.send(jsonb_build_object('sent_at', ${performance.timeOrigin + performance.now()}::float8), 'bench', ${topic})
    from generate_series(1, ${count}::int)`
  // Open some connections first: what they load once must not be counted for each connection.
  const first = await Promise.all(tokens.slice(0, 50).map(() => open(url)))
  await Promise.all(first.map((socket, index) => join(socket, `room:${index % topics}`, tokens[index] ?? '')))
  for (const socket of first) socket.terminate()
  await sleep(300)
  const before = await answer<number>(server, 'memory')

  const sockets: WebSocket[] = []
  for (let n = 0; n < tokens.length; n += 50) {
    sockets.push(...(await Promise.all(tokens.slice(n, n + 50).map(() => open(url)))))
  }
  const startedAt = performance.now()
  await Promise.all(sockets.map((socket, index) => join(socket, `room:${index % topics}`, tokens[index] ?? '')))
  const milliseconds = performance.now() - startedAt
  await sleep(500)
  const after = await answer<number>(server, 'memory')

  const each = subscribers / topics
  const collect = listen(sockets)
  const arrived = collect(messages * each)
  for (let n = 0; n < messages; n += 1) {
    send(1, `room:${n % topics}`).catch(() => undefined)
    await sleep(1000 / perSecond)
  }
  const paced = await arrived
  const burstArrived = collect(200 * 50 * each)
  const burstAt = performance.now()
  for (let n = 0; n < 200; n += 1) await send(50, `room:${n % topics}`)
  await burstArrived
  const burst = performance.now() - burstAt

  for (const socket of sockets) socket.terminate()
  await sql.end()
  server.send('stop')
  report('realtime', [
    { metric: 'statement to client, 100 a second, p50', value: round(percentile(paced, 0.5)), unit: 'ms', goal: 3 },
    { metric: 'statement to client, 100 a second, p95', value: round(percentile(paced, 0.95)), unit: 'ms', goal: 5 },
    {
      metric: 'joins a second',
      value: Math.round((subscribers / milliseconds) * 1000),
      unit: '/s',
      goal: 400,
      atLeast: true
    },
    {
      metric: 'deliveries, 50 a transaction',
      value: Math.round((200 * 50 * each * 1000) / burst),
      unit: '/s',
      goal: null
    },
    {
      metric: 'memory of the gateway per connection',
      value: round((after - before) / subscribers),
      unit: 'KiB',
      goal: 40
    }
  ])
}

if (process.argv.includes('serve')) await serve()
else await measure()
