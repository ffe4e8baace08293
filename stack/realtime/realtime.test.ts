import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Backend, startBackend } from '../testing/backend.ts'
import type { StackModule } from '../types.ts'
import { createRealtime, type RealtimeDeps } from './index.ts'

const project = `
  create table public.members (topic text, user_id uuid, can_write boolean default false, primary key (topic, user_id));
  alter table public.members enable row level security;
  create policy "people see their own" on public.members for select to authenticated using (user_id = auth.uid());
  create policy "members read their topic" on realtime.messages for select to authenticated using (
    exists (select from public.members m where m.topic = (select realtime.topic()) and m.user_id = (select auth.uid()))
  );
  create policy "writers write to their topic" on realtime.messages for insert to authenticated with check (
    exists (
      select from public.members m
      where m.topic = (select realtime.topic()) and m.user_id = (select auth.uid()) and m.can_write
    )
  );
  create table public.bookings (id uuid primary key, status text);
  create function public.tg_bookings__send() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    perform realtime.broadcast_changes('booking:' || new.id, 'status', tg_op, tg_table_name, tg_table_schema, new, old);
    return null;
  end $$;
  create trigger tg_bookings__send after insert or update on public.bookings
    for each row execute function public.tg_bookings__send();
`
type Message = { event: string; payload: Record<string, unknown>; meta?: { id: string } }
type Answer = { status: string; error: string | undefined }

let backend: Backend
let realtime: StackModule | undefined
let client: (token?: string) => SupabaseClient

async function mount(options: Partial<RealtimeDeps> = {}): Promise<void> {
  await realtime?.stop()
  const { database, tokens, log } = backend
  realtime = await createRealtime({ database, tokens, log, admitsVisitors: true, ...options })
  backend.mount('/realtime/v1', realtime)
}

/** Creates a person with a topic of their own. */
async function member(rights: { read?: boolean; write?: boolean } = {}) {
  const [user, topic] = [randomUUID(), `room:${randomUUID()}`]
  if (rights.read !== false) await admit(user, topic, rights.write)
  return { user, topic, supabase: client(await backend.signIn(user)) }
}

async function admit(user: string, topic: string, write = false): Promise<void> {
  await backend.database.query('insert into public.members values ($1, $2::uuid, $3::boolean)', [topic, user, write])
}

const expel = (user: string) => backend.database.query('delete from public.members where user_id = $1::uuid', [user])

/** Joins a topic and collects every message; returns what the client received. */
async function join(supabase: SupabaseClient, topic: string, config: Record<string, unknown> = {}) {
  await supabase.realtime.setAuth()
  const messages: Message[] = []
  const told: string[] = []
  const channel = supabase.channel(topic, { config: { private: true, ...config } })
  channel.on('broadcast', { event: '*' }, (message) => messages.push(message as unknown as Message))
  const answer = await new Promise<Answer>((resolve) => {
    channel.subscribe((status, error) => {
      told.push(status)
      resolve({ status, error: error?.message })
    })
  })
  return { channel, messages, told, ...answer }
}

const send = (topic: string, event: string, payload: object, isPrivate = true) =>
  backend.database.query('select realtime.send($1::text::jsonb, $2, $3, $4::boolean)', [
    JSON.stringify(payload),
    event,
    topic,
    isPrivate
  ])

const until = (probe: () => unknown) => expect.poll(probe, { interval: 5, timeout: 15_000 })
const say = (channel: RealtimeChannel, event: string, payload: object) =>
  channel.send({ type: 'broadcast', event, payload })

beforeAll(async () => {
  backend = await startBackend(project)
  client = (token) => backend.client(token)
  await mount()
}, 60_000)
afterEach(() => expect(backend.lines.filter((line) => line.includes(' error '))).toEqual([]))
afterAll(() => backend.stop())

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (version) => {
  async function pair(write = true) {
    const { topic, user } = await member({ write })
    const other = randomUUID()
    await admit(other, topic, write)
    const [one, two] = await Promise.all([user, other].map((sub) => backend.signIn(sub)))
    return { one: backend.client(one, { vsn: version }), two: backend.client(two, { vsn: version }), topic }
  }

  it('delivers SQL’s messages to clients with read permission', async () => {
    const { one, topic } = await pair()
    const { messages, status } = await join(one, topic)
    expect(status).toBe('SUBSCRIBED')
    await send(topic, 'status', { status: 'accepted', text: 'Zürich 🚕' })
    await until(() => messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({ event: 'status', payload: { status: 'accepted', text: 'Zürich 🚕' } })
    expect(messages[0]?.meta?.id).toBe(messages[0]?.payload.id)
  })

  it('relays clients’ messages to others, and with self to the sender', async () => {
    const { one, two, topic } = await pair()
    const mine = await join(one, topic, { broadcast: { ack: true, self: true } })
    const theirs = await join(two, topic)
    expect(await say(mine.channel, 'position', { lat: 47.1, name: 'Fürst 🚕' })).toBe('ok')
    await until(() => theirs.messages).toHaveLength(1)
    expect(theirs.messages[0]).toMatchObject({ event: 'position', payload: { lat: 47.1, name: 'Fürst 🚕' } })
    await until(() => mine.messages).toHaveLength(1)
    await say(theirs.channel, 'answer', {})
    await until(() => mine.messages).toHaveLength(2)
    expect(theirs.messages).toHaveLength(1)
  })

  it('silently drops messages without send permission', async () => {
    const { one, two, topic } = await pair(false)
    const mine = await join(one, topic, { broadcast: { ack: true, self: true } })
    const theirs = await join(two, topic)
    const outcome = mine.channel.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 300 })
    expect(await outcome).toBe('timed out')
    expect([mine.messages, theirs.messages]).toEqual([[], []])
  })

  it('permits leaving and rejoining', async () => {
    const { one, two, topic } = await pair()
    const first = await join(one, topic)
    const witness = await join(two, topic)
    expect(await one.removeChannel(first.channel)).toBe('ok')
    await send(topic, 'missed', {})
    await until(() => witness.messages).toHaveLength(1)
    const second = await join(one, topic)
    await send(topic, 'seen', {})
    await until(() => second.messages.map(({ event }) => event)).toEqual(['seen'])
    expect(first.messages).toEqual([])
  })

  it('responds to heartbeats', async () => {
    const { one, topic } = await pair()
    await join(one, topic)
    const beats: string[] = []
    one.realtime.onHeartbeat((status) => beats.push(status))
    await one.realtime.sendHeartbeat()
    await until(() => beats).toContain('ok')
  })
})

describe('bytes', () => {
  it('are relayed between clients', async () => {
    const { topic, user, supabase } = await member({ write: true })
    const mine = await join(supabase, topic)
    const theirs = await join(client(await backend.signIn(user)), topic)
    const payload = new Uint8Array([0, 255, 7]).buffer
    await mine.channel.send({ type: 'broadcast', event: 'bytes', payload } as never)
    await until(() => theirs.messages).toHaveLength(1)
    expect(new Uint8Array(theirs.messages[0]?.payload as unknown as ArrayBuffer)).toEqual(new Uint8Array([0, 255, 7]))
  })
})

describe('joining', () => {
  const denied = (topic: string) =>
    `Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`

  it('is refused without read permission, and to visitors', async () => {
    const { topic, supabase } = await member({ read: false })
    for (const someone of [supabase, client()]) {
      const { status, error } = await join(someone, topic)
      expect({ status, error }).toEqual({ status: 'CHANNEL_ERROR', error: denied(topic) })
    }
  })

  it('leaves no probe message behind and delivers none', async () => {
    const { topic, supabase, user } = await member({ write: true })
    const { messages } = await join(supabase, topic)
    const again = await join(client(await backend.signIn(user)), topic, { broadcast: { ack: true } })
    await say(again.channel, 'one', {})
    expect(messages.map(({ event }) => event)).toEqual(['one'])
    expect(await backend.database.query('select from realtime.messages where topic = $1', [topic])).toHaveLength(0)
  })

  it('permits the secret key to read and write everywhere', async () => {
    const { topic, supabase } = await member()
    const { messages } = await join(supabase, topic)
    const service = backend.client(undefined, { key: backend.tokens.secretKey })
    const { status, channel } = await join(service, topic, { broadcast: { ack: true } })
    expect(status).toBe('SUBSCRIBED')
    expect(await say(channel, 'hello', {})).toBe('ok')
    await until(() => messages).toHaveLength(1)
  })

  it('distinguishes a private and a public channel of one name', async () => {
    const { topic, supabase } = await member()
    const hidden = await join(supabase, topic)
    const open = await join(client(), topic, { private: false, broadcast: { self: true, ack: true } })
    expect(open.status).toBe('SUBSCRIBED')
    await say(open.channel, 'public', {})
    await send(topic, 'private', {})
    await send(topic, 'public too', {}, false)
    await until(() => open.messages.map(({ event }) => event)).toEqual(['public', 'public too'])
    expect(hidden.messages.map(({ event }) => event)).toEqual(['private'])
  })

  it.each([
    [
      'expired',
      async () => backend.signIn(randomUUID(), {}, -5),
      /^InvalidJWTToken: Token has expired \d+ seconds ago$/
    ],
    ['malformed', async () => 'gibberish', /^MalformedJWT: The token provided is not a valid JWT$/],
    [
      'forged',
      async () => `${(await backend.signIn(randomUUID())).slice(0, -8)}AAAAAAAA`,
      /^JwtSignatureError: Failed to validate JWT signature$/
    ]
  ])('is refused with a token that is %s, also on public channels', async (_kind, make, reason) => {
    for (const isPrivate of [true, false]) {
      const answer = await raw('2.0.0', async (ws) =>
        ask(ws, ['1', '1', 'realtime:x', 'phx_join', { config: { private: isPrivate }, access_token: await make() }])
      )
      expect(answer[3]).toBe('phx_reply')
      expect(answer[4]).toMatchObject({ status: 'error', response: { reason: expect.stringMatching(reason) } })
    }
  })

  it('needs a name', async () => {
    const answer = await raw('2.0.0', (ws) => ask(ws, ['1', '1', 'realtime:', 'phx_join', {}]))
    expect(answer[4]).toMatchObject({ response: { reason: 'TopicNameRequired: You must provide a topic name' } })
  })

  it('reports that postgres_changes are not supported', async () => {
    const supabase = client()
    const system: unknown[] = []
    const channel = supabase.channel('changes').on('system', {}, (message) => system.push(message))
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'bookings' }, () => undefined)
    const status = await new Promise((resolve) => channel.subscribe(resolve))
    expect(status).toBe('SUBSCRIBED')
    await until(() => system).toMatchObject([{ status: 'error', extension: 'postgres_changes' }])
  })

  it('returns an empty presence state', async () => {
    const { topic, supabase } = await member()
    const channel = supabase.channel(topic, { config: { private: true } })
    const synced = new Promise((resolve) => channel.on('presence', { event: 'sync' }, () => resolve(true)))
    await supabase.realtime.setAuth()
    channel.subscribe()
    expect(await synced).toBe(true)
    expect(channel.presenceState()).toEqual({})
  })
})

describe('connecting', () => {
  it.each([
    ['/realtime/v1//', 400],
    ['/realtime/v1/websocket?vsn=2.0.0', 403],
    ['/realtime/v1/websocket?apikey=sb_publishable_guess', 403],
    ['/realtime/v1/websocket?vsn=3.0.0&apikey=KEY', 400],
    ['/realtime/v1/elsewhere?apikey=KEY', 404]
  ])('is refused at %s', async (path, status) => {
    const ws = new WebSocket(
      `${backend.url.replace('http', 'ws')}${path.replace('KEY', backend.tokens.publishableKey)}`
    )
    const answer = await new Promise((resolve) => {
      ws.on('unexpected-response', (_request, response) => resolve(response.statusCode))
      ws.on('error', () => undefined)
    })
    expect(answer).toBe(status)
  })

  it('assumes protocol 1.0.0 by default', async () => {
    const answer = await raw(null, (ws) => ask(ws, { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }))
    expect(answer).toEqual({ topic: 'phoenix', event: 'phx_reply', payload: { status: 'ok', response: {} }, ref: '7' })
  })

  it('ignores unreadable messages, and reports topics that were not joined', async () => {
    const answer = await raw('2.0.0', async (ws) => {
      for (const text of ['', '{', '[]', '[1,2,3]', 'null', '[null,null,"phoenix"]']) ws.send(text)
      for (const bytes of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9]]) ws.send(Buffer.from(bytes))
      return ask(ws, ['1', '2', 'realtime:nowhere', 'broadcast', { event: 'x' }])
    })
    expect(answer).toEqual([
      '1',
      '2',
      'realtime:nowhere',
      'phx_reply',
      {
        status: 'error',
        response: { reason: 'unmatched topic' }
      }
    ])
  })
})

/** Runs `work` on a plain socket, without realtime-js. */
async function raw<T>(version: string | null, work: (ws: WebSocket) => Promise<T>): Promise<T> {
  const query = `apikey=${backend.tokens.publishableKey}${version ? `&vsn=${version}` : ''}`
  const ws = new WebSocket(`${backend.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  await new Promise((resolve) => ws.once('open', resolve))
  try {
    return await work(ws)
  } finally {
    ws.terminate()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: frames differ by version
function ask(ws: WebSocket, frame: unknown): Promise<any> {
  return new Promise((resolve) => {
    ws.once('message', (data) => resolve(JSON.parse(String(data))))
    ws.send(JSON.stringify(frame))
  })
}

describe('messages from SQL', () => {
  it('contain the whole change of a trigger', async () => {
    const id = randomUUID()
    const user = randomUUID()
    await admit(user, `booking:${id}`)
    const { messages } = await join(client(await backend.signIn(user)), `booking:${id}`)
    await backend.database.query(`insert into public.bookings values ($1::uuid, 'new')`, [id])
    await backend.database.query(`update public.bookings set status = 'accepted' where id = $1::uuid`, [id])
    await until(() => messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({
      event: 'status',
      payload: {
        operation: 'UPDATE',
        schema: 'public',
        table: 'bookings',
        record: { id, status: 'accepted' },
        old_record: { status: 'new' }
      }
    })
  })

  it('keep their order when some are too long for a notification', async () => {
    const { topic, supabase } = await member()
    const { messages } = await join(supabase, topic)
    const sizes = [10, 7_600, 8_200, 20, 200_000, 30, 7_900, 40]
    for (const [n, size] of sizes.entries()) await send(topic, 'm', { n, text: 'ü'.repeat(size / 2) })
    await backend.database.transaction(async (tx) => {
      for (const n of [8, 9, 10])
        await tx.query(`select realtime.send($1::text::jsonb, 'm', $2)`, [JSON.stringify({ n }), topic])
    })
    await until(() => messages).toHaveLength(11)
    expect(messages.map(({ payload }) => payload.n)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  it('are not sent when the transaction fails', async () => {
    const { topic, supabase } = await member()
    const { messages } = await join(supabase, topic)
    const failing = backend.database.transaction(async (tx) => {
      await tx.query(`select realtime.send('{}', 'undone', $1)`, [topic])
      throw new Error('undo')
    })
    await expect(failing).rejects.toThrow('undo')
    await send(topic, 'done', {})
    await until(() => messages.map(({ event }) => event)).toEqual(['done'])
  })

  it('never fail the statement that sends them', async () => {
    await backend.database.query(`select realtime.send('{}', 'x', null)`)
    await backend.database.query(`select realtime.send('[1]', 'x', 'array')`)
  })

  it('arrive again after the feed was lost', async () => {
    const { topic, supabase } = await member()
    const { messages } = await join(supabase, topic)
    await send(topic, 'before', {})
    await until(() => messages).toHaveLength(1)
    await backend.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`
    )
    await send(topic, 'meanwhile', {})
    await until(() => messages.map(({ event }) => event)).toEqual(['before', 'meanwhile'])
    await send(topic, 'after', {})
    await until(() => messages.map(({ event }) => event)).toEqual(['before', 'meanwhile', 'after'])
  })

  it('all arrive exactly once, however often the feed is lost, including those of slow transactions', async () => {
    const { topic, supabase } = await member()
    const { messages } = await join(supabase, topic)
    const slow = backend.database.transaction(async (tx) => {
      await tx.query(`select realtime.send('{"n":0}', 'm', $1)`, [topic])
      await sleep(600)
    })
    for (let n = 1; n <= 120; n += 1) {
      if (n % 40 === 20) {
        await backend.database.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and pid <> pg_backend_pid()`
        )
      }
      await send(topic, 'm', { n })
      await sleep(4)
    }
    await slow
    const numbers = () => messages.map(({ payload }) => Number(payload.n)).sort((a, b) => a - b)
    await until(() => numbers()).toEqual(Array.from({ length: 121 }, (_, n) => n))
  })

  it('can be sent only by clients that the policies permit', async () => {
    const { topic, user } = await member({ write: true })
    const asUser = (sub: string) =>
      backend.database.transaction(async (tx) => {
        await tx.query(`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)`, [
          JSON.stringify({ sub, role: 'authenticated' })
        ])
        await tx.query(`select realtime.send('{}', 'x', $1)`, [topic])
      })
    await asUser(user)
    await asUser(randomUUID())
    expect(await backend.database.query('select from realtime.messages where topic = $1', [topic])).toHaveLength(1)
    await expect(
      backend.database.transaction(async (tx) => {
        await tx.query(`select set_config('role', 'authenticated', true)`)
        await tx.query(`select realtime.probe('x', '{"role":"service_role"}', '{}', 'read')`)
      })
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('partitions', () => {
  it('exist from yesterday to three days ahead, and are dropped after 72 hours', async () => {
    const { database } = backend
    await database.exec(`create table realtime.messages_2020_01_01 partition of realtime.messages
      for values from ('2020-01-01') to ('2020-01-02')`)
    await database.query('select realtime.maintain_partitions()')
    const rows = await database.query<{ name: string; day: number }>(
      `select c.relname as name, to_date(right(c.relname, 10), 'YYYY_MM_DD') - current_date as day
       from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'realtime.messages'::regclass and c.relname <> 'messages_default' order by 1`
    )
    expect(rows.map(({ day }) => day)).toEqual([-1, 0, 1, 2, 3])
  })
})

describe('tokens', () => {
  it('that are renewed keep the channel, and determine its permissions', async () => {
    const { topic, user, supabase } = await member()
    const { channel, messages, told } = await join(supabase, topic, { broadcast: { ack: true, self: true } })
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 200 })).toBe('timed out')
    await backend.database.query('update public.members set can_write = true where user_id = $1::uuid', [user])
    expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} }, { timeout: 200 })).toBe('timed out')
    await refresh(supabase, await backend.signIn(user, { n: 2 }))
    expect(await say(channel, 'y', {})).toBe('ok')
    await until(() => messages.map(({ event }) => event)).toEqual(['y'])
    expect(told).toEqual(['SUBSCRIBED'])
  })

  it('that lost access close the channel', async () => {
    const { topic, user, supabase } = await member()
    const { told, messages } = await join(supabase, topic)
    await expel(user)
    await refresh(supabase, await backend.signIn(user, { n: 2 }))
    await until(() => told).toContain('CLOSED')
    await send(topic, 'secret', {})
    await sleep(50)
    expect(messages).toEqual([])
  })

  it('replaced by keys change nothing', async () => {
    const { topic, supabase } = await member()
    const { told, messages } = await join(supabase, topic)
    await refresh(supabase, backend.tokens.publishableKey)
    await send(topic, 'still', {})
    await until(() => messages).toHaveLength(1)
    expect(told).toEqual(['SUBSCRIBED'])
  })

  it('that expire end the channel with a reason', async () => {
    const { topic, user } = await member()
    const supabase = client(await backend.signIn(user, {}, 1))
    const reasons: string[] = []
    await supabase.realtime.setAuth()
    const channel = supabase.channel(topic, { config: { private: true } })
    channel.on('system', {}, (message: { message: string }) => reasons.push(message.message))
    const told: string[] = []
    channel.subscribe((status) => told.push(status))
    await expect.poll(() => told, { timeout: 15_000 }).toEqual(['SUBSCRIBED', 'CLOSED'])
    expect(reasons.at(-1)).toMatch(/^Token has expired \d+ seconds ago$/)
  })

  /** The frame that realtime-js sends after refreshing the session. */
  async function refresh(supabase: SupabaseClient, token: string): Promise<void> {
    for (const channel of supabase.getChannels()) {
      const adapter = (channel as unknown as { channelAdapter: { push(event: string, payload: object): void } })
        .channelAdapter
      adapter.push('access_token', { access_token: token })
    }
    await sleep(30)
  }
})

describe('sending over HTTP', () => {
  const post = (path: string, body: unknown, token?: string, type = 'application/json') =>
    fetch(`${backend.url}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        apikey: backend.tokens.publishableKey,
        ...(token ? { authorization: `Bearer ${token}` } : {})
      },
      body: body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body)
    })

  it('delivers a batch without the messages that lack send permission', async () => {
    const writer = await member({ write: true })
    const reader = await member()
    const one = await join(writer.supabase, writer.topic)
    const two = await join(reader.supabase, reader.topic)
    const messages = [writer.topic, reader.topic].map((topic) => ({
      topic,
      event: 'e',
      payload: { a: 1 },
      private: true
    }))
    expect((await post('', { messages }, await backend.signIn(writer.user))).status).toBe(202)
    await until(() => one.messages).toMatchObject([{ event: 'e', payload: { a: 1 } }])
    expect(two.messages).toEqual([])
  })

  it('delivers one message, JSON or bytes, by httpSend', async () => {
    const { topic, user, supabase } = await member({ write: true })
    const { messages } = await join(supabase, topic)
    const sender = client(await backend.signIn(user))
    await sender.realtime.setAuth()
    const channel = sender.channel(topic, { config: { private: true } })
    expect(await channel.httpSend('json', { a: 1 })).toEqual({ success: true })
    await channel.httpSend('bytes', new Uint8Array([1, 2]).buffer)
    await until(() => messages).toMatchObject([{ event: 'json', payload: { a: 1 } }, { event: 'bytes' }])
  })

  it('refuses with 401, 415 and 422', async () => {
    const { topic, user } = await member()
    const token = await backend.signIn(user)
    const one = `/${encodeURIComponent(topic)}/events/e?private=true`
    expect((await post(one, {}, token)).status).toBe(401)
    expect((await post(one, {}, 'a.b.c')).status).toBe(401)
    expect((await post(one, {}, token, 'text/plain')).status).toBe(415)
    expect((await post(one, new Uint8Array([123]), token)).status).toBe(422)
    expect((await post('', { messages: [{ topic }] }, token)).status).toBe(422)
    expect((await post('', {}, token)).status).toBe(422)
    const keyless = await fetch(`${backend.url}/realtime/v1/api/broadcast`, { method: 'POST', body: '{}' })
    expect(keyless.status).toBe(401)
    expect((await fetch(`${backend.url}/realtime/v1/api/else`)).status).toBe(404)
  })
})

describe('limits', () => {
  afterAll(() => mount())

  it('refuse too many clients, joins and channels with the reason', async () => {
    await mount({ limits: { channelsPerClient: 2 } })
    const supabase = client()
    for (const topic of ['a', 'b']) expect((await join(supabase, topic, { private: false })).status).toBe('SUBSCRIBED')
    expect((await join(supabase, 'c', { private: false })).error).toBe('ChannelRateLimitReached: Too many channels')

    // Remove the channels: a client reconnects by itself after its service stopped, and would count as a connection of the next
    // one.
    await supabase.removeAllChannels()
    await mount({ limits: { clients: 1 } })
    const first = client()
    expect((await join(first, 'a', { private: false })).status).toBe('SUBSCRIBED')
    const second = client()
    const refused = await join(second, 'a', { private: false })
    expect(refused.error).toBe('ConnectionRateLimitReached: Too many connected users')

    await Promise.all([first, second].map((one) => one.removeAllChannels()))
    await mount({ limits: { joinsPerSecond: 1 } })
    const third = client()
    expect((await join(third, 'a', { private: false })).status).toBe('SUBSCRIBED')
    const reason = 'ClientJoinRateLimitReached: Too many joins per second'
    expect((await join(third, 'b', { private: false })).error).toBe(reason)
  })

  it('close the channel after too many messages', async () => {
    await mount({ limits: { eventsPerSecond: 5 } })
    const { channel, told } = await join(client(), 'busy', { private: false })
    for (let n = 0; n < 10; n += 1) say(channel, 'x', {})
    await until(() => told).toContain('CLOSED')
  })

  it('close a silent connection', async () => {
    await mount({ idleTimeout: 200 })
    const closed = await raw('2.0.0', async (ws) => {
      const at = Date.now()
      await new Promise((resolve) => ws.once('close', resolve))
      return Date.now() - at
    })
    expect(closed).toBeGreaterThanOrEqual(200)
    expect(closed).toBeLessThan(5000)
  })
})
