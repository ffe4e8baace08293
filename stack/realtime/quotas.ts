import { createLimit } from '../auth/limits.ts'
import type { Claims } from '../types.ts'

/** How much the gateway takes. Counted per person, so that one client's flood costs nobody else anything. */
export interface Limits {
  /** Connections of people, at once. */
  clients: number
  /** Of these, one person's. */
  clientsPerPerson: number
  /** Connections of one address that nobody has joined a channel on as a person yet; the oldest makes room. */
  strangersPerAddress: number
  /** Messages a second, per person over all connections and requests. */
  eventsPerSecond: number
  /** Joins and renewed tokens a second, per person. */
  joinsPerSecond: number
  /** Channels per connection. */
  channelsPerClient: number
}

const defaults = { clients: 1000, eventsPerSecond: 100, joinsPerSecond: 100, channelsPerClient: 100 }
/** Shares of all connections: 20 tabs and devices of a person, 100 connections of an address before they say who it is. */
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

/** Something that takes one of the places for connections. */
export interface Place {
  readonly address: string
  /** Makes room for others. */
  cut(): void
}

export interface Quotas {
  /** A connection that has no owner yet; beyond the limit of its address the oldest such one is cut. */
  enter(place: Place): void
  /** Says whose a connection is; false when this person, or everyone together, has too many. */
  own(place: Place, owner: string): boolean
  leave(place: Place): void
  takeJoin(owner: string): boolean
  takeEvent(owner: string): boolean
}

/** The service role: trusted, and not counted. */
export const isService = ({ role }: Claims): boolean => role === 'service_role'

/** The owner that a caller's joins and messages count for. */
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
      // Not refused: someone who connects to sign on would find all places taken by connections that never will.
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
