import { afterEach, describe, expect, it } from 'vitest'
import { disconnectAll, freshTopic, type Joined, join, keyClient, someone, until } from './channels.ts'

afterEach(disconnectAll)

const watch = (client: unknown, topic: string, key: string, config: Record<string, unknown> = {}) =>
  join(client, topic, { presence: { key, enabled: true }, ...config })
const here = ({ channel }: Joined) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ name: string }>()).map(([key, metas]) => [key, metas.map((m) => m.name)])
  )

describe.each([false, true])('presence (private: %s)', (isPrivate) => {
  const client = () => keyClient()
  const config = { private: isPrivate }

  it('reports the members, and who joins, changes, leaves and disconnects', async () => {
    const topic = freshTopic()
    const events: string[] = []
    const one = await join(client(), topic, { ...config, presence: { key: 'one' } }, (channel) => {
      channel.on('presence', { event: 'join' }, ({ key, newPresences }) => {
        events.push(`+${key} ${newPresences[0]?.name}`)
      })
      channel.on('presence', { event: 'leave' }, ({ key, leftPresences }) => {
        events.push(`-${key} ${leftPresences[0]?.name}`)
      })
    })
    expect(await one.channel.track({ name: 'Ada' })).toBe('ok')
    await until(() => here(one)).toEqual({ one: ['Ada'] })
    const other = client()
    const two = await watch(other, topic, 'two', config)
    await until(() => here(two)).toEqual({ one: ['Ada'] })
    await two.channel.track({ name: 'Bob' })
    await until(() => here(one)).toEqual({ one: ['Ada'], two: ['Bob'] })
    await two.channel.track({ name: 'Bert' })
    await until(() => here(one)).toEqual({ one: ['Ada'], two: ['Bert'] })
    expect(await two.channel.untrack()).toBe('ok')
    await until(() => here(one)).toEqual({ one: ['Ada'] })
    await two.channel.track({ name: 'Bob' })
    await until(() => here(one)).toEqual({ one: ['Ada'], two: ['Bob'] })
    other.realtime.disconnect()
    await until(() => here(one)).toEqual({ one: ['Ada'] })
    expect(events[0]).toBe('+one Ada')
    expect(events.at(-1)).toBe('-two Bob')
  })

  it('counts every connection of a key', async () => {
    const topic = freshTopic()
    const one = await watch(client(), topic, 'same', config)
    const two = await watch(client(), topic, 'same', config)
    await one.channel.track({ name: 'a' })
    await two.channel.track({ name: 'b' })
    await until(() => here(one).same?.sort()).toEqual(['a', 'b'])
    await two.channel.unsubscribe()
    await until(() => here(one)).toEqual({ same: ['a'] })
  })
})

describe('presence without its own key or right', () => {
  it('gives a key to clients that name none', async () => {
    const mine = await join(keyClient(), freshTopic(), { presence: { enabled: true } })
    await mine.channel.track({ name: 'Ada' })
    await until(() => Object.keys(here(mine))).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('needs its own right: here the policies grant only broadcasts', async () => {
    const rider = await someone()
    const mine = await watch(rider.client, `user:${rider.id}`, 'me', { private: true })
    expect(mine.status).toBe('SUBSCRIBED')
    expect(await mine.channel.track({ name: 'Ada' })).not.toBe('ok')
    expect(here(mine)).toEqual({})
  })

  it('closes a channel that sends too often', async () => {
    const mine = await watch(keyClient(), freshTopic(), 'busy')
    for (let n = 0; n < 5; n += 1) expect(await mine.channel.track({ n })).toBe('ok')
    mine.channel.track({ n: 5 }).catch(() => undefined)
    await until(() => mine.statuses).toContain('CLOSED')
    expect(mine.system.at(-1)).toBe('Client presence rate limit exceeded')
  })
})
