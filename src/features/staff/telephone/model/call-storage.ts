import { isRequirements } from '@/entities/car'
import { wayShape } from '@/entities/place'
import { figure, flag, listOf, maybe, oneOf, orNull, recordOf, shaped, text, uuid } from '@/lib/storage/shape'
import { readStored, store } from '@/lib/storage/stored'
import type { Call } from './call'

const prefix = 'hackney.call.'
const keyOf = (person: string, id: string) => `${prefix}${person}.${id}`

/** How long an unfinished call is kept (ms): a week. */
const KEPT_MS = 7 * 24 * 3600 * 1000

const isContact = shaped<Call['recipient']>({ name: text, phone: text })
const isCall = shaped<Call>({
  id: text,
  key: uuid,
  at: figure,
  text,
  rider: orNull(shaped<NonNullable<Call['rider']>>({ id: text, name: text, mobile: orNull(text) })),
  newName: shaped<Required<Call['newName']>>({ first: text, last: text, isListed: maybe(flag) }),
  guest: orNull(isContact),
  ...wayShape,
  when: oneOf('now', 'later', 'series'),
  tripAt: text,
  series: shaped<Call['series']>({ days: listOf(figure), time: text, until: text }),
  rows: recordOf(shaped<Call['rows'][string]>({ key: uuid, isLeftOut: flag, reference: orNull(text) })),
  carTypeId: orNull(text),
  extras: recordOf(shaped<Call['extras'][string]>({ parcel: figure, option: figure })),
  requirements: isRequirements,
  recipient: isContact,
  pickupNote: text,
  dropNote: text,
  payment: oneOf('cash', 'wallet', 'card'),
  promo: text
})

/** Reads the calls that this device stores for a desk user, oldest first. Malformed and outdated ones are deleted. */
export function keptCalls(person: string, now = Date.now()): Call[] {
  const calls: Call[] = []
  for (const name of Object.keys(localStorage).filter((key) => key.startsWith(keyOf(person, '')))) {
    const call = readStored(name)
    if (isCall(call) && now - call.at < KEPT_MS) calls.push(call)
    else store(name, null)
  }
  return calls.sort((a, b) => a.at - b.at)
}

export const keepCall = (person: string, call: Call): void => store(keyOf(person, call.id), call)

export const forgetCall = (person: string, id: string): void => store(keyOf(person, id), null)

/** Returns the ids of calls that are open in a window of this browser. A new window does not open them again. */
export async function callsElsewhere(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? []
  return new Set(held.map(({ name = '' }) => name.slice(prefix.length)))
}

/** Takes a lock that tells other windows that this call is open in this one. @returns a function that releases it */
export function holdCall(id: string): () => void {
  const ended = new AbortController()
  const held = new Promise<void>((resolve) => ended.signal.addEventListener('abort', () => resolve()))
  void navigator.locks?.request(`${prefix}${id}`, () => held)
  return () => ended.abort()
}
