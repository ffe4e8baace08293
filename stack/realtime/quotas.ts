import { createLimit } from '../auth/limits.ts'
import type { Claims } from '../types.ts'

/** The limits of Realtime. Most are counted per person, so that a flood from one client does not affect others. */
export interface Limits {
  /** Largest number of connections of all people together. */
  clients: number
  /** Largest number of connections of one person. */
  clientsPerPerson: number
  /**
   * Largest number of connections per client address that have no authenticated channel. If there are more, the oldest of them
   * is closed.
   */
  strangersPerAddress: number
  /** Largest number of messages per second of one person, over all connections and requests. */
  eventsPerSecond: number
  /** Largest number of joins and renewed tokens per second of one person. */
  joinsPerSecond: number
  /** Largest number of channels of one connection. */
  channelsPerClient: number
}

const defaults = { clients: 1000, eventsPerSecond: 100, joinsPerSecond: 100, channelsPerClient: 100 }
/**
 * Divisors of `clients`, for the limits per person and per address. With 1,000 connections in all, a person may have 20 (tabs
 * and devices), and an address may have 100 that are not authenticated.
 */
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

/** A connection, as the limits count it. */
export interface Place {
  readonly address: string
  /** Closes the connection at once, to make room for others. */
  cut(): void
}

export interface Quotas {
  /**
   * Counts a connection whose person is not known yet. Above the limit of its address, the oldest such connection is closed.
   */
  enter(place: Place): void
  /** Assigns a connection to its owner. Returns false if this person, or all people together, have too many connections. */
  own(place: Place, owner: string): boolean
  leave(place: Place): void
  takeJoin(owner: string): boolean
  takeEvent(owner: string): boolean
}

/** Returns whether a caller is the service role, which is trusted and not counted. */
export const isService = ({ role }: Claims): boolean => role === 'service_role'

/** Returns the owner for whom a caller's joins and messages are counted: a person's id, or a visitor's address. */
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
      // Close the oldest connection instead of refusing the new one. Otherwise connections that never authenticate could use up
      // the whole limit, and a person could not connect to sign in.
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
