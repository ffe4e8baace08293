import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Person, service } from '../../support/people.ts'
import { listen } from '../../support/realtime.ts'
import { unwrap } from '../../support/responses.ts'
import { env, raw, socketUrl, someone } from './channels.ts'

// One client takes as much of realtime as it can, from the same address as everyone else; another person must not notice.

let attacker: Person
let token: string
let rider: Person
const sockets = new Set<WebSocket>()
const tokenOf = async ({ client }: Person) => (await client.auth.getSession()).data.session?.access_token ?? ''

function open(key = env.SUPABASE_PUBLISHABLE_KEY): Promise<WebSocket> {
  return new Promise((resolve) => {
    const socket = new WebSocket(socketUrl(key, '2.0.0'))
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('open', () => resolve(socket)).once('close', () => resolve(socket))
  })
}
const frame = (topic: string, event: string, payload: object) =>
  JSON.stringify(['1', '1', `realtime:${topic}`, event, payload])
const joins = (topic: string, isPrivate: boolean, access_token?: string) =>
  frame(topic, 'phx_join', { config: { private: isPrivate, broadcast: {} }, ...(access_token && { access_token }) })

const post = (messages: object[], bearer?: string) =>
  fetch(`${env.SUPABASE_URL}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      apikey: env.SUPABASE_PUBLISHABLE_KEY,
      ...(bearer && { authorization: `Bearer ${bearer}` })
    },
    body: JSON.stringify({ messages })
  })
const batch = (topic: string, isPrivate: boolean) =>
  Array.from({ length: 100 }, (_, n) => ({ topic: `${topic}:${n}`, event: 'x', payload: { n }, private: isPrivate }))

/** What a page needs: its own connection, a channel, and a message from the database on it. */
async function hearOnce(): Promise<void> {
  const person = await rider.client.auth.getSession()
  const ear = await listen(rider.client, `user:${rider.id}`)
  unwrap(await rider.client.rpc('update_profile', { first_name: `Ann ${randomUUID().slice(0, 4)}` }))
  await ear.next('profile')
  await ear.close()
  await rider.client.realtime.disconnect()
  expect(person.error).toBeNull()
}

/** Repeats an attack while the rider uses realtime. Returns how often the rider was served, which has to be all five times. */
async function latencyDuring(attack: () => Promise<unknown>): Promise<number> {
  let isOver = false
  const attacking = (async () => {
    while (!isOver) {
      await attack()
      await sleep(20)
    }
  })()
  let served = 0
  try {
    for (; served < 5; served += 1) await hearOnce()
  } finally {
    isOver = true
    await attacking
    for (const socket of sockets) socket.terminate()
    sockets.clear()
  }
  return served
}

beforeAll(async () => {
  ;[attacker, rider] = [await someone(), await someone()]
  token = await tokenOf(attacker)
}, 60_000)
afterAll(() => {
  for (const socket of sockets) socket.terminate()
})

describe('while one client floods, another joins and receives', { timeout: 120_000 }, () => {
  it('despite 300 connections that never authenticate', async () => {
    await Promise.all(Array.from({ length: 300 }, () => open()))
    expect(await latencyDuring(() => Promise.all([open(), open(), open()]))).toBe(5)
  })

  it('despite joins by visitors, with forged tokens and to other people’s topics', async () => {
    const flood = async () => {
      const socket = await open()
      for (let n = 0; n < 200; n += 1) {
        socket.send(joins(`test:${n}`, n % 2 === 0, n % 3 === 0 ? `${token.slice(0, -6)}AAAAAA` : undefined))
      }
    }
    expect(await latencyDuring(flood)).toBe(5)
  })

  it('despite joins, connections and messages of one person', async () => {
    const flood = async () => {
      const socket = await open()
      for (let n = 0; n < 60; n += 1) socket.send(joins(`room:${n}`, false, token))
      for (let n = 0; n < 150; n += 1) {
        socket.send(frame(`room:${n % 60}`, 'broadcast', { type: 'broadcast', event: 'x', payload: { n } }))
      }
      for (let n = 0; n < 60; n += 1) socket.send(joins(`booking:${randomUUID()}`, true, token))
    }
    expect(await latencyDuring(flood)).toBe(5)
  })

  it('despite batches over HTTP, of a visitor and of a person', async () => {
    const own = await tokenOf(rider)
    const answers = new Set<number>()
    const flood = async () => {
      await Promise.all([
        post(batch('test', false)),
        post(batch('booking', true)),
        post(batch('test', false), token),
        post(batch('position', true), token)
      ])
      answers.add((await post([{ topic: 'test:1', event: 'x', payload: {} }], own)).status)
    }
    expect(await latencyDuring(flood)).toBe(5)
    expect([...answers]).toEqual([202])
    // The service is exempt from all limits.
    const sent = await service(env)
      .channel(`user:${rider.id}`, { config: { private: true } })
      .httpSend('notice', {})
    expect(sent).toEqual({ success: true })
  })
})

describe('one client is limited to its share', { timeout: 60_000 }, () => {
  const refused = (text: string) => text.includes('"status":"error"')
  const answers = (socket: WebSocket, payload: string): Promise<string> =>
    new Promise((resolve) => {
      socket.once('message', (data) => resolve(String(data)))
      socket.once('close', (code) => resolve(`closed ${code}`))
      socket.send(payload)
    })

  it('visitors can neither join nor send', async () => {
    for (const isPrivate of [true, false]) {
      const socket = await open()
      expect(refused(await answers(socket, joins('test:1', isPrivate))), String(isPrivate)).toBe(true)
      expect((await post([{ topic: 'test:1', event: 'x', payload: {}, private: isPrivate }])).status).toBe(401)
    }
  })

  it('a frame over 64 KB closes the connection, and a body over 64 KB is refused', async () => {
    const payload = { text: 'x'.repeat(70_000) }
    expect(await answers(await open(), frame('test:1', 'broadcast', payload))).toBe('closed 1009')
    expect((await post([{ topic: 'test:1', event: 'x', payload }], token)).status).toBe(413)
    // The service may send larger frames.
    await raw('2.0.0', async (socket) => {
      expect(await answers(socket, joins('test:1', false))).toContain('"status":"ok"')
      socket.send(frame('test:1', 'broadcast', payload))
      expect(await answers(socket, frame('test:1', 'phx_leave', {}))).toContain('"status":"ok"')
    })
  })

  it('a person may hold twenty connections, and send a hundred messages a second', async () => {
    const person = await someone()
    const access_token = await tokenOf(person)
    const taken: string[] = []
    for (let n = 0; n < 22; n += 1) {
      taken.push(await answers(await open(), joins(`user:${person.id}`, true, access_token)))
    }
    expect(taken.filter((text) => !refused(text)).length).toBe(20)
    expect(taken.at(-1)).toContain('ConnectionRateLimitReached')
    expect((await post(batch('test', false), access_token)).status).toBe(202)
    expect((await post(batch('test', false), access_token)).status).toBe(429)
    // Another person's share is unaffected.
    expect((await post([{ topic: 'test:1', event: 'x', payload: {} }], await tokenOf(rider))).status).toBe(202)
  })
})
