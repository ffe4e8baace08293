import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Backend, startBackend } from '../testing/backend.ts'
import { createRealtime } from './index.ts'

// The policies of this test: topics name their permissions. `rwp:…` reads and writes broadcasts and presence, `p` only
// presence, and so on.
const project = `
  create table public.rights (user_id uuid primary key, letters text not null);
  grant select on public.rights to authenticated;
  create function public.may(letter text) returns boolean language sql stable security definer set search_path = '' as $$
    select exists (select from public.rights r where r.user_id = auth.uid() and strpos(r.letters, letter) > 0)
  $$;
  create policy "hear" on realtime.messages for select to authenticated using (
    case extension when 'broadcast' then (select public.may('b')) else (select public.may('s')) end
  );
  create policy "speak" on realtime.messages for insert to authenticated with check (
    case extension when 'broadcast' then (select public.may('B')) else (select public.may('T')) end
  );
`
type Message = { event: string; payload: Record<string, unknown>; meta?: { id: string; replayed?: boolean } }

let backend: Backend

beforeAll(async () => {
  backend = await startBackend(project)
  const { database, tokens, log } = backend
  backend.mount(
    '/realtime/v1',
    await createRealtime({ database, tokens, log, admitsVisitors: true, limits: { clientsPerPerson: 1000 } })
  )
}, 60_000)
afterEach(() => expect(backend.lines.filter((line) => line.includes(' error '))).toEqual([]))
afterAll(() => backend.stop())

const until = (probe: () => unknown) => expect.poll(probe, { interval: 5, timeout: 15_000 })

/**
 * Creates a person. The letters are permissions: `b` and `B` receive and send broadcasts, `s` and `T` see presence and are
 * tracked.
 */
async function somebody(letters: string) {
  const id = randomUUID()
  await grant(id, letters)
  return { id, supabase: backend.client(await backend.signIn(id)) }
}

const grant = (id: string, letters: string) =>
  backend.database.query(
    'insert into public.rights values ($1::uuid, $2) on conflict (user_id) do update set letters = excluded.letters',
    [id, letters]
  )

interface Joined {
  channel: RealtimeChannel
  told: string[]
  system: string[]
  messages: Message[]
  events: string[]
  error: string | undefined
}

async function join(
  supabase: SupabaseClient,
  topic: string,
  config: Record<string, unknown> = {},
  listens = true
): Promise<Joined> {
  const told: string[] = []
  const [system, events]: string[][] = [[], []]
  const messages: Message[] = []
  await supabase.realtime.setAuth()
  const channel = supabase.channel(topic, { config: { private: true, ...config } })
  channel.on('broadcast', { event: '*' }, (message) => messages.push(message as unknown as Message))
  channel.on('system', {}, ({ message }: { message: string }) => system?.push(message))
  if (listens) {
    channel.on('presence', { event: 'join' }, ({ key }) => events?.push(`+${key}`))
    channel.on('presence', { event: 'leave' }, ({ key }) => events?.push(`-${key}`))
  }
  const error = await new Promise<string | undefined>((resolve) => {
    channel.subscribe((status, reason) => {
      told.push(status)
      resolve(reason?.message)
    })
  })
  return { channel, told, system: system ?? [], messages, events: events ?? [], error }
}

const names = ({ channel }: Joined) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, metas]) => [key, metas.map((m) => m.name)])
  )

describe('presence', () => {
  it('reports the current clients, and those that join, change and leave', async () => {
    const topic = randomUUID()
    const [one, two] = [(await somebody('bsT')).supabase, (await somebody('bsT')).supabase]
    const first = await join(one, topic, { presence: { key: 'one' } })
    expect(await first.channel.track({ name: 'Ada' })).toBe('ok')
    await until(() => names(first)).toEqual({ one: ['Ada'] })
    const second = await join(two, topic, { presence: { key: 'two' } })
    await until(() => names(second)).toEqual({ one: ['Ada'] })
    expect(await second.channel.track({ name: 'Bob' })).toBe('ok')
    await until(() => names(first)).toEqual({ one: ['Ada'], two: ['Bob'] })
    expect(await second.channel.track({ name: 'Bert' })).toBe('ok')
    await until(() => names(first)).toEqual({ one: ['Ada'], two: ['Bert'] })
    expect(await second.channel.untrack()).toBe('ok')
    await until(() => names(first)).toEqual({ one: ['Ada'] })
    expect(await second.channel.track({ name: 'Bob' })).toBe('ok')
    await until(() => names(first)).toEqual({ one: ['Ada'], two: ['Bob'] })
    two.realtime.disconnect()
    await until(() => names(first)).toEqual({ one: ['Ada'] })
    expect(first.events.at(-1)).toBe('-two')
  })

  it('distinguishes connections with one key, and generates missing keys', async () => {
    const topic = randomUUID()
    const { supabase } = await somebody('bsT')
    const watch = await join(supabase, topic)
    const tabs = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const { supabase } = await somebody('bsT')
        const tab = await join(supabase, topic, name === 'c' ? {} : { presence: { key: 'same' } })
        await tab.channel.track({ name })
        return tab
      })
    )
    await until(() => Object.values(names(watch)).flat().sort()).toEqual(['a', 'b', 'c'])
    expect(names(watch).same?.sort()).toEqual(['a', 'b'])
    expect(Object.keys(names(watch)).find((key) => key !== 'same')).toMatch(/^[0-9a-f-]{36}$/)
    const refs = Object.values(watch.channel.presenceState()).flatMap((metas) => metas.map((m) => m.presence_ref))
    expect(new Set(refs).size).toBe(3)
    await tabs[0]?.channel.unsubscribe()
    await until(() => names(watch).same).toEqual(['b'])
  })

  it('is only sent to clients that requested it or are tracked themselves', async () => {
    const topic = randomUUID()
    const first = await join((await somebody('bsT')).supabase, topic, { presence: { key: 'one' } })
    await first.channel.track({ name: 'Ada' })
    const { supabase } = await somebody('bsT')
    const quiet = await join(supabase, topic, { presence: { key: 'two' } }, false)
    expect(names(quiet)).toEqual({})
    await quiet.channel.track({ name: 'Bob' })
    await until(() => names(quiet)).toEqual({ one: ['Ada'], two: ['Bob'] })
  })

  it('has its own policies, separate from broadcasts', async () => {
    const topic = randomUUID()
    const seeing = await join((await somebody('s')).supabase, topic)
    expect(seeing.error).toBeUndefined()
    const blind = await join((await somebody('bT')).supabase, topic, { presence: { key: 'blind' } })
    expect(await blind.channel.track({ name: 'Ada' })).toBe('ok')
    await until(() => names(seeing)).toEqual({ blind: ['Ada'] })
    expect(names(blind)).toEqual({})
    expect(await seeing.channel.track({ name: 'Eve' })).not.toBe('ok')
    await backend.database.query(`select realtime.send('{}', 'x', $1)`, [topic])
    await until(() => blind.messages).toHaveLength(1)
    expect(seeing.messages).toEqual([])
    const withoutPresence = await join((await somebody('s')).supabase, topic, {}, false)
    expect(withoutPresence.error).toMatch(/^Unauthorized: You do not have permissions to read/)
  })

  it('closes the channel after more than five calls in 30 seconds', async () => {
    const { channel, told, system } = await join((await somebody('bsT')).supabase, randomUUID())
    for (let n = 0; n < 5; n += 1) expect(await channel.track({ n })).toBe('ok')
    channel.track({ n: 5 }).catch(() => undefined)
    await until(() => told).toContain('CLOSED')
    expect(system.at(-1)).toBe('Client presence rate limit exceeded')
  })

  it('separates the private and the public channel of the same name', async () => {
    const topic = randomUUID()
    const hidden = await join((await somebody('bsT')).supabase, topic, { presence: { key: 'hidden' } })
    const open = await join(backend.client(), topic, { private: false, presence: { key: 'open' } })
    await hidden.channel.track({ name: 'h' })
    await open.channel.track({ name: 'o' })
    await until(() => names(open)).toEqual({ open: ['o'] })
    await until(() => names(hidden)).toEqual({ hidden: ['h'] })
  })

  it('ends with a token that may no longer see it', async () => {
    const { id, supabase } = await somebody('bs')
    const { channel, told, system } = await join(supabase, randomUUID())
    await grant(id, 'b')
    const adapter = (channel as unknown as { channelAdapter: { push(event: string, payload: object): void } })
      .channelAdapter
    adapter.push('access_token', { access_token: await backend.signIn(id, { n: 2 }) })
    await until(() => told).toContain('CLOSED')
    expect(system.at(-1)).toMatch(/^You no longer have permission to read from this Channel topic: /)
  })
})

describe('replay', () => {
  const send = (topic: string, n: number) =>
    backend.database.query(`select realtime.send(jsonb_build_object('n', $1::int), 'm', $2)`, [n, topic])
  const replay = (since: number, limit?: number) => ({ broadcast: { replay: limit ? { since, limit } : { since } } })
  const numbers = ({ messages }: Joined) => messages.map(({ payload }) => payload.n)

  it.each(['1.0.0', '2.0.0'] as const)('delivers the latest messages, in order and marked (%s)', async (vsn) => {
    const topic = randomUUID()
    const { id } = await somebody('b')
    const supabase = backend.client(await backend.signIn(id), { vsn })
    const since = Date.now() - 1000
    for (let n = 0; n < 4; n += 1) await send(topic, n)
    const joined = await join(supabase, topic, replay(since, 3))
    await until(() => numbers(joined)).toEqual([1, 2, 3])
    expect(joined.messages[0]).toMatchObject({ event: 'm', meta: { replayed: true, id: expect.any(String) } })
    await send(topic, 4)
    await until(() => numbers(joined)).toEqual([1, 2, 3, 4])
    expect(joined.messages[3]?.meta?.replayed).toBeUndefined()
  })

  it('delivers 10 by default, at most 25, and none from before the given time', async () => {
    const topic = randomUUID()
    const { supabase } = await somebody('b')
    await backend.database.query(
      `select realtime.send(jsonb_build_object('n', n), 'm', $1) from generate_series(1, 30) n`,
      [topic]
    )
    const ten = await join(supabase, topic, replay(0))
    await until(() => ten.messages).toHaveLength(10)
    await supabase.removeAllChannels()
    const most = await join(supabase, topic, replay(0, 1000))
    await until(() => most.messages).toHaveLength(25)
    await supabase.removeAllChannels()
    const none = await join(supabase, topic, replay(Date.now() + 1000))
    await send(topic, 99)
    await until(() => numbers(none)).toEqual([99])
  })

  it('loses and repeats nothing while new messages arrive', async () => {
    const topic = randomUUID()
    const { supabase } = await somebody('b')
    const since = Date.now() - 1000
    let isSending = true
    let sent = 0
    const sending = (async () => {
      while (isSending) {
        await send(topic, sent++)
        await sleep(1)
      }
    })()
    await until(() => sent).toBeGreaterThan(5)
    const joined = await join(supabase, topic, replay(since, 25))
    isSending = false
    await sending
    await until(() => numbers(joined).at(-1)).toBe(sent - 1)
    const first = Number(numbers(joined)[0])
    expect(numbers(joined)).toEqual(Array.from({ length: sent - first }, (_, index) => first + index))
  })

  it('is refused without read permission, and with invalid parameters', async () => {
    const topic = randomUUID()
    const { supabase } = await somebody('b')
    const refusal = async (config: object, client = supabase) => (await join(client, topic, { ...config })).error
    for (const broken of [{ since: 'then' }, { since: 0, limit: 'all' }, { since: 1.5 }, { since: 1e300 }]) {
      expect(await refusal({ broadcast: { replay: broken } })).toBe(
        'UnableToReplayMessages: Replay params are not valid'
      )
      await supabase.removeAllChannels()
    }
    expect(await refusal(replay(0), (await somebody('s')).supabase)).toMatch(/^Unauthorized: /)
  })
})
