import { randomUUID } from 'node:crypto'
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import WebSocket from 'ws'
import { type Person, service, signIn, visitor } from '../../support/people.ts'
import { stackUnderTest } from '../../support/worker.ts'

export const env = stackUnderTest()

export type Protocol = '1.0.0' | '2.0.0'
export interface Message {
  event: string
  payload: Record<string, unknown>
  meta?: { id: string; replayed?: boolean }
}

/** A joined or refused channel, and everything that it received. */
export interface Joined {
  channel: RealtimeChannel
  status: string
  error: string | undefined
  statuses: string[]
  system: string[]
  messages: Message[]
}

/** A client of one protocol version with a key but no user. The default is the secret key, since visitors may join nothing. */
export function keyClient(key = env.SUPABASE_SECRET_KEY, vsn: Protocol = '2.0.0'): SupabaseClient {
  const client = createClient(env.SUPABASE_URL, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn }
  })
  clients.push(client)
  return client
}

export const visitorClient = (): SupabaseClient => keyClient(env.SUPABASE_PUBLISHABLE_KEY)

const clients: SupabaseClient[] = []

/** Closes the connections of a test. */
export async function disconnectAll(): Promise<void> {
  await Promise.all(clients.splice(0).map((client) => client.realtime.disconnect()))
}

/** A new rider. */
export async function someone(): Promise<Person> {
  const email = `realtime-${randomUUID().slice(0, 8)}@example.com`
  const person = env.INBOX_URL ? await signIn(env, email) : await signInByPassword(email)
  clients.push(person.client as unknown as SupabaseClient)
  return person
}

/** Signs a new person in by password, on projects whose mails the tests cannot read. */
async function signInByPassword(email: string): Promise<Person> {
  const password = randomUUID()
  const { error } = await service(env).auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  const client = visitor(env)
  const { data } = await client.auth.signInWithPassword({ email, password })
  if (!data.session) throw new Error(`${email} has no session`)
  await client.realtime.setAuth(data.session.access_token)
  return { id: data.session.user.id, email, client }
}

/** Joins a topic and collects its messages. */
export async function join(
  client: unknown,
  topic: string,
  config: Record<string, unknown> = {},
  prepare: (channel: RealtimeChannel) => void = () => undefined
): Promise<Joined> {
  const joined = { statuses: [], system: [], messages: [] } as unknown as Joined
  joined.channel = (client as SupabaseClient).channel(topic, { config })
  joined.channel.on('broadcast', { event: '*' }, (message) => joined.messages.push(message as unknown as Message))
  joined.channel.on('system', {}, ({ message }: { message: string }) => joined.system.push(message))
  prepare(joined.channel)
  await new Promise<void>((resolve) => {
    joined.channel.subscribe((status, error) => {
      joined.statuses.push(status)
      joined.status ??= status
      joined.error ??= error?.message
      resolve()
    })
  })
  return joined
}

/** Waits until something is as expected. */
export const until = (probe: () => unknown) => expect.poll(probe, { interval: 20, timeout: 15_000 })

export const freshTopic = (): string => `test:${randomUUID()}`

/** Runs `work` on its own socket, below realtime-js. */
export async function raw<T>(version: Protocol | null, work: (socket: WebSocket) => Promise<T>): Promise<T> {
  const socket = new WebSocket(socketUrl(env.SUPABASE_SECRET_KEY, version))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  try {
    return await work(socket)
  } finally {
    socket.terminate()
  }
}

export function socketUrl(key: string, version: string | null): string {
  const query = `apikey=${key}${version ? `&vsn=${version}` : ''}`
  return `${env.SUPABASE_URL.replace('http', 'ws')}/realtime/v1/websocket?${query}`
}

/** Sends a frame and collects responses until one fits. */
export function ask(socket: WebSocket, frame: unknown, fits: (answer: string) => boolean): Promise<unknown[]> {
  return new Promise((resolve) => {
    const frames: unknown[] = []
    const hear = (data: Buffer, isBinary: boolean): void => {
      frames.push(isBinary ? data : JSON.parse(String(data)))
      if (!fits(String(data))) return
      socket.off('message', hear)
      resolve(frames)
    }
    socket.on('message', hear)
    socket.send(frame instanceof Uint8Array ? frame : JSON.stringify(frame))
  })
}
