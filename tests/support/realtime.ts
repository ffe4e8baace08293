import type { Client, Person } from './people.ts'
import { unwrap } from './responses.ts'

type Payload = Record<string, unknown>

/** A private channel whose messages can be awaited. */
export interface Listener {
  /** Waits for the next matching message of `event`; earlier messages that were not read count, too. */
  next(event: string, fits?: (payload: Payload) => boolean): Promise<Payload>
  /** All messages so far. */
  messages(): { event: string; payload: Payload }[]
  /** Sends a message and waits for the server's acknowledgement: `ok`, or `timed out`. */
  send(event: string, payload: Payload): Promise<string>
  /** Sends a message without waiting. */
  sendNow(event: string, payload: Payload): void
  close(): Promise<void>
}

const PATIENCE = 10_000

/** Joins a private topic. Throws when the join is refused. */
export async function listen(client: Client, topic: string): Promise<Listener> {
  const messages: { event: string; payload: Payload }[] = []
  const waiting = new Set<() => void>()
  const channel = client.channel(topic, { config: { private: true, broadcast: { ack: true, self: false } } })
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => {
    messages.push({ event, payload: payload as Payload })
    for (const wake of waiting) wake()
  })
  try {
    await new Promise<void>((resolve, reject) => {
      channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve()
        else reject(error ?? new Error(`${topic}: ${status}`))
      })
    })
  } catch (error) {
    // Remove the channel: otherwise the client keeps retrying, and a later join would reuse it.
    void client.removeChannel(channel)
    throw error
  }
  return {
    messages: () => [...messages],
    send: (event, payload) => channel.send({ type: 'broadcast', event, payload }),
    sendNow: (event, payload) => void channel.send({ type: 'broadcast', event, payload }),
    close: async () => {
      await client.removeChannel(channel)
    },
    next: (event, fits = () => true) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`${topic}: no "${event}" within ${PATIENCE / 1000} s; heard ${JSON.stringify(messages)}`))
        }, PATIENCE)
        const look = () => {
          const index = messages.findIndex((message) => message.event === event && fits(message.payload))
          const [found] = index < 0 ? [] : messages.splice(index, 1)
          if (!found) return
          clearTimeout(timer)
          waiting.delete(look)
          resolve(found.payload)
        }
        waiting.add(look)
        look()
      })
  }
}

/** Waits for messages about a booking and reads the booking after each, as pages do, until it has this status. */
export async function hearStatus(ear: Listener, { client }: Person, id: string, status: string, event = 'booking') {
  for (;;) {
    await ear.next(event, (payload) => payload.id === id)
    const booking = unwrap(await client.from('bookings').select('status').eq('id', id).single())
    if (booking.status === status) return
  }
}

/** The topic of a trip's car position, as its parties get it. */
export async function positionTopic({ client }: Person, bookingId: string): Promise<string> {
  return unwrap(await client.rpc('position_topic', { booking_id: bookingId }))
}

/** Whether a private topic refuses this client. */
export async function isRefused(client: Client, topic: string): Promise<boolean> {
  try {
    const ear = await listen(client, topic)
    await ear.close()
    return false
  } catch {
    return true
  }
}
