import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { book } from '../../support/ride.ts'
import { disconnectAll, env, freshTopic, join, keyClient, someone, until, visitorClient } from './channels.ts'

afterEach(disconnectAll)

describe.each(['1.0.0', '2.0.0'] as const)('protocol %s', (vsn) => {
  it('delivers broadcasts to the others, to the sender on request, and acknowledges on request', async () => {
    const topic = freshTopic()
    const [one, two] = [keyClient(undefined, vsn), keyClient(undefined, vsn)]
    const mine = await join(one, topic, { broadcast: { self: true, ack: true } })
    const theirs = await join(two, topic)
    expect([mine.status, theirs.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED'])
    expect(await mine.channel.send({ type: 'broadcast', event: 'hello', payload: { text: 'Grüezi 🚕' } })).toBe('ok')
    await until(() => theirs.messages).toMatchObject([{ event: 'hello', payload: { text: 'Grüezi 🚕' } }])
    await until(() => mine.messages).toHaveLength(1)
    await theirs.channel.send({ type: 'broadcast', event: 'answer', payload: {} })
    await until(() => mine.messages.map(({ event }) => event)).toEqual(['hello', 'answer'])
    expect(theirs.messages).toHaveLength(1)
  })

  it('answers heartbeats', async () => {
    const client = keyClient(undefined, vsn)
    await join(client, freshTopic())
    const beats: string[] = []
    client.realtime.onHeartbeat((status) => beats.push(status))
    await client.realtime.sendHeartbeat()
    await until(() => beats).toContain('ok')
  })
})

describe('protocol versions', () => {
  it('understand each other', async () => {
    const topic = freshTopic()
    const old = await join(keyClient(undefined, '1.0.0'), topic)
    const current = await join(keyClient(undefined, '2.0.0'), topic)
    await old.channel.send({ type: 'broadcast', event: 'from old', payload: { n: 1 } })
    await until(() => current.messages).toMatchObject([{ event: 'from old', payload: { n: 1 } }])
    await current.channel.send({ type: 'broadcast', event: 'from new', payload: { n: 2 } })
    await until(() => old.messages).toMatchObject([{ event: 'from new', payload: { n: 2 } }])
  })

  it('carry bytes unchanged', async () => {
    const topic = freshTopic()
    const mine = await join(keyClient(), topic)
    const theirs = await join(keyClient(), topic)
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n)
    await mine.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes.buffer } as never)
    await until(() => theirs.messages).toHaveLength(1)
    expect(new Uint8Array(theirs.messages[0]?.payload as unknown as ArrayBuffer)).toEqual(bytes)
  })
})

describe('private channels', () => {
  it('are open to people whom the policies admit, and closed to everyone else', async () => {
    const [rider, other] = [await someone(), await someone()]
    const topic = `user:${rider.id}`
    expect((await join(rider.client, topic, { private: true })).status).toBe('SUBSCRIBED')
    for (const client of [other.client, visitorClient()]) {
      const { status, error } = await join(client, topic, { private: true })
      expect(status).toBe('CHANNEL_ERROR')
      expect(error).toBe(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)
    }
  })

  it('silently drop messages that may not be written', async () => {
    const rider = await someone()
    const topic = `user:${rider.id}`
    const mine = await join(rider.client, topic, { private: true, broadcast: { ack: true, self: true } })
    const sent = mine.channel.send({ type: 'broadcast', event: 'forged', payload: {} }, { timeout: 800 })
    expect(await sent).toBe('timed out')
    expect(mine.messages).toEqual([])
  })

  it('are all open to the secret key', async () => {
    const rider = await someone()
    const heard = await join(rider.client, `user:${rider.id}`, { private: true })
    const server = await join(keyClient(), `user:${rider.id}`, { private: true, broadcast: { ack: true } })
    expect(await server.channel.send({ type: 'broadcast', event: 'notice', payload: { n: 1 } })).toBe('ok')
    await until(() => heard.messages).toMatchObject([{ event: 'notice', payload: { n: 1 } }])
  })

  it('are separate from public ones of the same name', async () => {
    const topic = freshTopic()
    const hidden = await join(keyClient(), topic, { private: true, broadcast: { ack: true } })
    const open = await join(keyClient(), topic, { broadcast: { ack: true, self: true } })
    expect(await hidden.channel.send({ type: 'broadcast', event: 'hidden', payload: {} })).toBe('ok')
    expect(await open.channel.send({ type: 'broadcast', event: 'open', payload: {} })).toBe('ok')
    await until(() => open.messages.map(({ event }) => event)).toEqual(['open'])
    expect(hidden.messages).toEqual([])
  })

  it('continue when the token is renewed', async () => {
    const rider = await someone()
    const heard = await join(rider.client, `user:${rider.id}`, { private: true })
    const { data } = await rider.client.auth.refreshSession()
    await rider.client.realtime.setAuth(data.session?.access_token ?? null)
    const server = await join(keyClient(), `user:${rider.id}`, { private: true })
    await server.channel.send({ type: 'broadcast', event: 'after', payload: {} })
    await until(() => heard.messages.map(({ event }) => event)).toEqual(['after'])
    expect(heard.statuses).toEqual(['SUBSCRIBED'])
  })
})

describe('messages of the database', () => {
  it('arrive with an id, and again when a client asks for earlier ones', async () => {
    const rider = await someone()
    const topic = `user:${rider.id}`
    const since = Date.now() - 5000
    const heard = await join(rider.client, topic, { private: true })
    await rider.client.rpc('update_profile', { first_name: 'Ann', last_name: 'Other' })
    const booking = await book(rider)
    // The change of the name is broadcast too.
    const ofBooking = () => heard.messages.find(({ payload }) => payload.id === booking.id)
    await until(() => ofBooking()).toBeDefined()
    const message = ofBooking()
    expect(message?.meta).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    await rider.client.removeChannel(heard.channel)

    const later = await join(rider.client, topic, { private: true, broadcast: { replay: { since, limit: 25 } } })
    await until(() => later.messages.map(({ meta }) => meta?.id)).toContain(message?.meta?.id)
    expect(later.messages.every(({ meta }) => meta?.replayed === true)).toBe(true)
    await rider.client.removeChannel(later.channel)

    const future = { since: Date.now() + 60_000, limit: 25 }
    const none = await join(rider.client, topic, { private: true, broadcast: { replay: future } })
    const { error } = await rider.client.rpc('cancel_booking', { booking_id: booking.id, reason: 'test' })
    expect(error).toBeNull()
    await until(() => none.messages.length).toBeGreaterThan(0)
    expect(none.messages.every(({ meta }) => meta?.replayed === undefined)).toBe(true)
  })
})

describe('sending over HTTP', () => {
  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${env.SUPABASE_URL}/realtime/v1/api/broadcast${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: env.SUPABASE_SECRET_KEY, ...headers },
      body
    })

  it('reaches the channel, one message by httpSend and many at once', async () => {
    const topic = freshTopic()
    const open = await join(keyClient(), topic)
    const hidden = await join(keyClient(), topic, { private: true })
    const sender = keyClient().channel(topic)
    expect(await sender.httpSend('one', { n: 1 })).toEqual({ success: true })
    await until(() => open.messages).toMatchObject([{ event: 'one', payload: { n: 1 } }])
    const messages = [
      { topic, event: 'two', payload: { n: 2 } },
      { topic, event: 'three', payload: { n: 3 }, private: true }
    ]
    expect((await post('', JSON.stringify({ messages }))).status).toBe(202)
    await until(() => open.messages.map(({ event }) => event)).toEqual(['one', 'two'])
    await until(() => hidden.messages.map(({ event }) => event)).toEqual(['three'])
  })

  it('carries bytes', async () => {
    const topic = freshTopic()
    const open = await join(keyClient(), topic)
    await keyClient()
      .channel(topic)
      .httpSend('bytes', new Uint8Array([1, 0, 255]).buffer)
    await until(() => open.messages).toHaveLength(1)
    const { payload } = open.messages[0] as unknown as { payload: ArrayBuffer }
    expect(new Uint8Array(payload)).toEqual(new Uint8Array([1, 0, 255]))
  })

  it('refuses senders without the right, and unreadable messages', async () => {
    const one = `/${encodeURIComponent(freshTopic())}/events/e`
    const isPrivate = `${one}?private=true`
    expect((await post(one, '{}', { apikey: 'sb_publishable_guess' })).status).toBe(401)
    expect((await post(isPrivate, '{}', { apikey: env.SUPABASE_PUBLISHABLE_KEY })).status).toBe(401)
    expect((await post(one, 'text', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await post(one, '{')).status).toBe(422)
    expect((await post('', '{}')).status).toBe(422)
    expect((await post('', JSON.stringify({ messages: [{ topic: randomUUID() }] }))).status).toBe(422)
  })

  it('has a limit', async () => {
    const messages = Array.from({ length: 5000 }, (_, n) => ({ topic: 'test:limit', event: 'e', payload: { n } }))
    expect((await post('', JSON.stringify({ messages }))).status).toBe(429)
  })
})
