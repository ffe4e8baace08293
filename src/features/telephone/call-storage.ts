import * as z from 'zod/mini'
import { readStored, store } from '@/lib/stored'
import type { Call } from './model'

const prefix = 'hackney.call.'
const keyOf = (person: string, id: string) => `${prefix}${person}.${id}`

/** A call that nobody came back to in a week is forgotten. */
const KEPT_MS = 7 * 24 * 3600 * 1000

const place = z.object({ lat: z.number(), lng: z.number(), add: z.string(), local: z.exactOptional(z.string()) })
const contact = z.object({ name: z.string(), phone: z.string() })
const schema = z.object({
  id: z.string(),
  key: z.guid(),
  at: z.number(),
  text: z.string(),
  rider: z.nullable(z.object({ id: z.string(), name: z.string(), mobile: z.nullable(z.string()) })),
  newName: z.object({ first: z.string(), last: z.string() }),
  guest: z.nullable(contact),
  pickup: z.nullable(place),
  drop: z.nullable(place),
  stops: z.array(z.nullable(place)),
  when: z.enum(['now', 'later', 'series']),
  tripAt: z.string(),
  series: z.object({ days: z.array(z.number()), time: z.string(), until: z.string() }),
  rows: z.record(z.string(), z.object({ key: z.guid(), isLeftOut: z.boolean(), reference: z.nullable(z.string()) })),
  carTypeId: z.nullable(z.string()),
  extras: z.record(z.string(), z.object({ parcel: z.number(), option: z.number() })),
  recipient: contact,
  pickupNote: z.string(),
  dropNote: z.string(),
  payment: z.enum(['cash', 'wallet']),
  promo: z.string()
})

/** The calls that this device keeps for a person, the oldest first; whatever does not look like one is dropped. */
export function keptCalls(person: string, now = Date.now()): Call[] {
  const calls: Call[] = []
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(keyOf(person, '')))) {
    const read = schema.safeParse(readStored(name))
    if (read.success && now - read.data.at < KEPT_MS) calls.push(read.data)
    else store(name, null)
  }
  return calls.sort((a, b) => a.at - b.at)
}

export const keepCall = (person: string, call: Call): void => store(keyOf(person, call.id), call)

export const forgetCall = (person: string, id: string): void => store(keyOf(person, id), null)

/** Calls that another window of this browser has open; it goes on with them. */
export async function callsElsewhere(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.map(({ name = '' }) => name.slice(prefix.length)))
}

/** Says to other windows that this one has the call open. @returns what lets go of it */
export function holdCall(id: string): () => void {
  const ended = new AbortController()
  const held = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
  void navigator.locks?.request(`${prefix}${id}`, () => held)
  return () => ended.abort()
}
