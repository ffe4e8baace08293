import { afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { ask, disconnectAll, env, freshTopic, join, keyClient, raw, socketUrl, someone } from './channels.ts'

afterEach(disconnectAll)

const reply = (text: string) => text.includes('phx_reply')
const reason = async (payload: object, topic = freshTopic()) => {
  const [answer] = await raw('2.0.0', (socket) =>
    ask(socket, ['1', '1', `realtime:${topic}`, 'phx_join', payload], reply)
  )
  return (answer as { reason?: string; response: { reason: string } }[])[4]?.response.reason
}

describe('connecting', () => {
  it.each([
    ['an unknown key', 'sb_publishable_guess', '2.0.0'],
    ['no key', '', '2.0.0']
  ])('is refused with %s', async (_what, key, version) => {
    const socket = new WebSocket(socketUrl(key, version))
    const refused = await new Promise((resolve) => {
      socket.on('unexpected-response', (_request, response) => resolve((response.statusCode ?? 0) >= 400))
      socket.on('error', () => undefined)
      socket.on('open', () => resolve(false))
    })
    expect(refused).toBe(true)
  })

  it('uses version 1.0.0 if none is named', async () => {
    const heartbeat = { topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '7' }
    const [answer] = await raw(null, (socket) => ask(socket, heartbeat, reply))
    expect(answer).toMatchObject({
      topic: 'phoenix',
      event: 'phx_reply',
      payload: { status: 'ok', response: {} },
      ref: '7'
    })
  })
})

describe('frames', () => {
  it('of a join, a presence and a leave have their documented form', async () => {
    const topic = `realtime:${freshTopic()}`
    await raw('2.0.0', async (socket) => {
      const config = { broadcast: {}, presence: { enabled: true, key: 'k' }, postgres_changes: [], private: false }
      const joined = await ask(socket, ['1', '1', topic, 'phx_join', { config }], (text) =>
        text.includes('presence_state')
      )
      expect(joined[0]).toEqual(['1', '1', topic, 'phx_reply', { status: 'ok', response: { postgres_changes: [] } }])
      expect(joined.at(-1)).toEqual(['1', null, topic, 'presence_state', {}])
      const track = { type: 'presence', event: 'track', payload: { name: 'Ada' } }
      const tracked = await ask(socket, ['1', '2', topic, 'presence', track], (text) => text.includes('presence_diff'))
      const metas = [{ name: 'Ada', phx_ref: expect.any(String) }]
      expect(tracked.at(-1)).toEqual([null, null, topic, 'presence_diff', { joins: { k: { metas } }, leaves: {} }])
      const left = await ask(socket, ['1', '3', topic, 'phx_leave', {}], (text) => text.includes('phx_close'))
      expect(left).toContainEqual(['1', '3', topic, 'phx_reply', { status: 'ok', response: {} }])
    })
  })

  it('of a broadcast are binary in both directions', async () => {
    const topic = `realtime:${freshTopic()}`
    await raw('2.0.0', async (socket) => {
      const config = { broadcast: { self: true }, private: false }
      await ask(socket, ['1', '1', topic, 'phx_join', { config }], reply)
      const fields = ['1', '2', topic, 'event', ''].map((text) => Buffer.from(text))
      const header = Buffer.from([3, ...fields.map(({ length }) => length), 1])
      const frame = Buffer.concat([header, ...fields, Buffer.from('{"n":1}')])
      const frames = await ask(socket, frame, (text) => text.includes('"n"'))
      const answer = frames.at(-1) as Buffer
      const lengths = [topic.length, 'event'.length, 0]
      expect([...answer.subarray(0, 5)]).toEqual([4, ...lengths, 1])
      expect(String(answer.subarray(5))).toBe(`${topic}event{"n":1}`)
    })
  })

  it('that are malformed do no harm', async () => {
    await raw('2.0.0', async (socket) => {
      for (const text of ['', '{', '[]', '[1,2,3]', 'null']) socket.send(text)
      const [answer] = await ask(socket, [null, '9', 'phoenix', 'heartbeat', {}], reply)
      expect(answer).toEqual([null, '9', 'phoenix', 'phx_reply', { status: 'ok', response: {} }])
    })
  })
})

describe('a join is refused', () => {
  it('with a malformed or forged token', async () => {
    const rider = await someone()
    const { data } = await rider.client.auth.getSession()
    const token = data.session?.access_token ?? ''
    expect(await reason({ access_token: 'gibberish' })).toBe('MalformedJWT: The token provided is not a valid JWT')
    expect(await reason({ access_token: `${token.slice(0, -8)}AAAAAAAA` })).toBe(
      'JwtSignatureError: Failed to validate JWT signature'
    )
  })

  it('without a topic', async () => {
    expect(await reason({}, '')).toBe('TopicNameRequired: You must provide a topic name')
  })

  it('if it asks for earlier messages of a public channel, or with invalid options', async () => {
    const config = (replay: unknown, isPrivate: boolean) => ({ config: { private: isPrivate, broadcast: { replay } } })
    const { data } = await (await someone()).client.auth.getSession()
    const user = data.session?.user.id
    const access_token = data.session?.access_token
    expect(await reason(config({ since: 0 }, false))).toBe(
      'UnableToReplayMessages: Replay is not allowed for public channels'
    )
    expect(await reason({ ...config({ since: 'then' }, true), access_token }, `user:${user}`)).toBe(
      'UnableToReplayMessages: Replay params are not valid'
    )
  })

  it('beyond a hundred channels', async () => {
    const client = keyClient()
    const topic = freshTopic()
    for (let n = 0; n < 100; n += 1) {
      const { status } = await join(client, `${topic}:${n}`)
      expect(status).toBe('SUBSCRIBED')
      // Joins have their own limit of a hundred a second.
      await new Promise((resolve) => setTimeout(resolve, 12))
    }
    expect((await join(client, `${topic}:100`)).error).toBe('ChannelRateLimitReached: Too many channels')
  })
})

describe('an access token', () => {
  it('that is invalid closes the channel, with the reason', async () => {
    const topic = `realtime:${freshTopic()}`
    await raw('2.0.0', async (socket) => {
      await ask(socket, ['1', '1', topic, 'phx_join', { config: { private: false } }], reply)
      const key = env.SUPABASE_PUBLISHABLE_KEY
      socket.send(JSON.stringify(['1', null, topic, 'access_token', { access_token: key }]))
      const frame = ['1', '3', topic, 'access_token', { access_token: 'gibberish' }]
      const frames = await ask(socket, frame, (text) => text.includes('phx_close'))
      expect(frames).toContainEqual([
        '1',
        null,
        topic,
        'system',
        expect.objectContaining({ status: 'error', message: 'The token provided is not a valid JWT' })
      ])
    })
  })
})
