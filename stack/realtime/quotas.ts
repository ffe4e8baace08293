import { createLimit } from '../auth/limits.ts'
import type { Claims } from '../types.ts'

/** The gateway's limits. Counted per person, so that one client's flood does not affect others. */
export interface Limits {
  /** Connections of people, in total. */
  clients: number
  /** Connections of one person. */
  clientsPerPerson: number
  /** Connections of one address without an authenticated channel; above it the oldest is closed. */
  strangersPerAddress: number
  /** Messages a second, per person over all connections and requests. */
  eventsPerSecond: number
  /** Joins and renewed tokens a second, per person. */
  joinsPerSecond: number
  /** Channels per connection. */
  channelsPerClient: number
}

const defaults = { clients: 1000, eventsPerSecond: 100, joinsPerSecond: 100, channelsPerClient: 100 }
/** Shares of all connections: 20 tabs and devices of a person, 100 connections of an address before they authenticate. */
const [personsShare, strangersShare] = [50, 10]

export function limitsOf(given: Partial<Limits> = {}): Limits {
  const clients = given.clients ?? defaults.clients
  return {
    clientsPerPerson: Math.ceil(clients / personsShare),
    strangersPerAddress: Math.ceil(clients / strangersShare),
    ...defaults,
    ...given
  }
}

/** Something that counts as a connection. */
export interface Place {
  readonly address: string
  /** Closes, to free a place for others. */
  cut(): void
}

export interface Quotas {
  /** A connection without an owner yet; above the limit of its address the oldest such one is closed. */
  enter(place: Place): void
  /** Assigns a connection to its owner; false if this person, or everyone together, has too many. */
  own(place: Place, owner: string): boolean
  leave(place: Place): void
  takeJoin(owner: string): boolean
  takeEvent(owner: string): boolean
}

/** The service role: trusted, and not counted. */
export const isService = ({ role }: Claims): boolean => role === 'service_role'

/** The owner for whom a caller's joins and messages are counted. */
export const ownerOf = ({ sub }: Claims, address: string): string => sub ?? `address ${address}`

export function createQuotas(limits: Limits): Quotas {
  const owned = new Map<Place, string>()
  const perOwner = new Map<string, number>()
  const strangers = new Map<string, Set<Place>>()
  const joins = createLimit(limits.joinsPerSecond, 1)
  const events = createLimit(limits.eventsPerSecond, 1)

  function forget(place: Place): void {
    const same = strangers.get(place.address)
    if (same?.delete(place) && same.size === 0) strangers.delete(place.address)
  }

  return {
    enter(place) {
      const same = strangers.get(place.address) ?? new Set()
      strangers.set(place.address, same.add(place))
      const [oldest] = same
      if (same.size <= limits.strangersPerAddress || !oldest) return
      // Not refused: otherwise a person who connects to sign in could find all places taken by connections that never
      // authenticate.
      same.delete(oldest)
      oldest.cut()
    },
    own(place, owner) {
      if (owned.has(place)) return true
      const count = perOwner.get(owner) ?? 0
      if (owned.size >= limits.clients || count >= limits.clientsPerPerson) return false
      forget(place)
      owned.set(place, owner)
      perOwner.set(owner, count + 1)
      return true
    },
    leave(place) {
      forget(place)
      const owner = owned.get(place)
      if (owner === undefined) return
      owned.delete(place)
      const count = (perOwner.get(owner) ?? 1) - 1
      if (count > 0) perOwner.set(owner, count)
      else perOwner.delete(owner)
    },
    takeJoin: (owner) => joins.take(owner),
    takeEvent: (owner) => events.take(owner)
  }
}
