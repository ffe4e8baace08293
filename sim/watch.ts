import { BILLED } from '../src/types/statuses.ts'
import type { Booking } from './booking.ts'
import type { Account } from './client/sessions.ts'
import type { Log } from './log.ts'

export interface WalletLine {
  type: string
  amount: number
  /** The wallet's balance after this entry. */
  balance: number
}

/** Checks what simulated people read against the product's invariants, and logs violations. */
export interface Watch {
  /** Sets the permitted changes of a booking's status. @param steps rows of the table `booking_transitions` */
  learn(steps: readonly { from_status: string | null; to_status: string }[]): void
  /** Checks a booking that a person has read. Each person's reads have to be passed in the order of reading. */
  booking(reader: Account, seen: Booking): void
  /** Checks that a driver has at most one active trip. */
  trips(email: string, count: number): void
  /** Checks a chat message that a person has read: it is from the rider or the driver of the booking. */
  message(reader: Account, booking: Booking, fromId: string): void
  /**
   * Checks that each entry of a wallet's history changes the balance by its amount.
   *
   * @param history entries, the newest first
   */
  wallet(email: string, history: readonly WalletLine[]): void
  /** Checks that the server stored no more positions than a report contained. @param kept number of stored positions */
  report(email: string, sent: number, kept: number): void
  /** The violations found so far. */
  readonly broken: string[]
}

const cents = (amount: number) => Math.round(amount * 100)

/** Returns for each status all statuses that may follow it, directly or later. */
function reachable(steps: readonly { from_status: string | null; to_status: string }[]): Map<string, Set<string>> {
  const after = new Map<string, Set<string>>()
  const follow = (from: string, into: Set<string>): void => {
    for (const { from_status, to_status } of steps) {
      if (from_status !== from || into.has(to_status)) continue
      into.add(to_status)
      follow(to_status, into)
    }
  }
  for (const { from_status: from } of steps) {
    if (from === null || after.has(from)) continue
    const into = new Set<string>()
    follow(from, into)
    after.set(from, into)
  }
  return after
}

export function createWatch(log: Log): Watch {
  const broken: string[] = []
  const last = new Map<string, string>()
  let after = new Map<string, Set<string>>()
  const shout = (promise: string, fields: Record<string, unknown>): void => {
    broken.push(promise)
    log.error('city.broken', { promise, ...fields })
  }
  return {
    broken,
    learn(steps) {
      after = reachable(steps)
    },
    booking(reader, seen) {
      const { reference, status } = seen
      const key = `${reader.id} ${seen.id}`
      const before = last.get(key)
      last.set(key, status)
      if (before && before !== status && after.size > 0 && !after.get(before)?.has(status)) {
        shout('a booking may change its status only by a step that exists', { reference, before, status })
      }
      if (status === 'COMPLETE' || status === 'CANCELLED') last.delete(key)
      const lines = seen.fare_lines as unknown as { amount: number }[] | null
      const sum = (lines ?? []).reduce((total, { amount }) => total + cents(amount), 0)
      if (lines && lines.length > 0 && status !== 'CANCELLED' && sum !== cents(seen.trip_cost)) {
        shout('the lines of a fare must add up to the fare', { reference, sum, cost: cents(seen.trip_cost) })
      }
      if (seen.payable_amount < 0) shout('a fare must not be negative', { reference, payable: seen.payable_amount })
      if (BILLED.includes(status) && !seen.driver_id) shout('an ended ride must have a driver', { reference, status })
    },
    trips(email, count) {
      if (count > 1) shout('a driver must not be on two trips at once', { email, count })
    },
    message(reader, booking, fromId) {
      if (fromId !== booking.customer_id && fromId !== booking.driver_id) {
        shout('only the rider and the driver of a trip may chat', { email: reader.email, reference: booking.reference })
      }
    },
    wallet(email, history) {
      for (const [index, { type, amount, balance }] of history.entries()) {
        const before = history[index + 1]
        if (before && cents(balance) - (type === 'Credit' ? 1 : -1) * cents(amount) !== cents(before.balance)) {
          shout('a wallet must equal the sum of its history', { email, balance, amount, before: before.balance })
        }
      }
    },
    report(email, sent, kept) {
      if (kept < 0 || kept > sent) shout('a report must not store more positions than were sent', { email, sent, kept })
    }
  }
}
