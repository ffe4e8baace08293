import type { PlannedRide, RiderAgenda } from '../agenda.ts'
import { reserve } from '../cast.ts'
import { Refusal } from '../client/api.ts'
import type { Actor } from '../schedule.ts'
import { type Account, type Booking, freeOf, type Town } from '../town.ts'
import { order } from './order.ts'
import { createOuting, type Outing } from './outing.ts'

/** How often a rider without a planned ride checks for an active booking (ms). */
const GLANCE = 120_000
/** How often a rider reads their active booking (ms): as often as a page that receives no broadcasts. */
const LOOK = 5000
/** Least real time between two reads, at any speed of the app's time (ms). */
const LEAST = 1000
const DAY = 86_400
/** A planned ride that is late by more than this (ms) is dropped. The rider may have been on another ride in the meantime. */
const STALE = 120_000

export interface RiderOptions {
  town: Town
  account: Account
  agenda: RiderAgenda
  /** When the simulation started (ms since 1970). */
  begin: number
  secondOfDay(now: number): number
}

const open = 'status=in.(PAYMENT_PENDING,NEW,ACCEPTED,ARRIVED,STARTED,REACHED,PENDING,PAID)'

/** A simulated rider, who books the planned rides one after the other and takes part in them. */
export class Rider implements Actor {
  readonly name: string
  readonly #options: RiderOptions
  #outing: Outing | null = null
  #glanceAt = 0
  /** The next planned ride and when to book it (ms since 1970). */
  #next: { plan: PlannedRide; at: number } | null

  constructor(options: RiderOptions) {
    this.name = options.agenda.email
    this.#options = options
    const { greeting } = options.agenda
    this.#next = greeting ? { plan: greeting, at: options.begin + greeting.at * 1000 } : this.#following(options.begin)
  }

  /** Returns the first planned ride after a time, today or tomorrow. */
  #following(now: number): { plan: PlannedRide; at: number } | null {
    const { agenda, secondOfDay } = this.#options
    const second = secondOfDay(now)
    const plan = agenda.rides.find(({ at }) => at > second) ?? agenda.rides[0]
    if (!plan) return null
    const wait = plan.at > second ? plan.at - second : plan.at + DAY - second
    return { plan, at: now + wait * 1000 }
  }

  async step(now: number): Promise<number> {
    if (!this.#outing && now >= this.#glanceAt) await this.#glance(now)
    if (this.#outing) return this.#travel(this.#outing, now)
    if (this.#next && now >= this.#next.at) await this.#book(this.#next, now)
    if (this.#outing) return now + LOOK
    return Math.min(this.#glanceAt, this.#next?.at ?? Number.POSITIVE_INFINITY)
  }

  /** Looks for an active booking from the last run of the simulation or from the demo company's generated history. */
  async #glance(now: number): Promise<void> {
    const { town, account, agenda } = this.#options
    this.#glanceAt = now + GLANCE
    const query = `bookings?customer_id=eq.${account.id}&book_later=is.false&${open}&order=created_at.desc&limit=1`
    const [booking] = await town.api.rows<Booking>(account.token, query)
    const [usual] = agenda.rides
    // The rider need not rate a ride that is paid. A card payment that has failed is handled by the company's staff.
    const isOver = booking?.status === 'PAID' || (booking?.status === 'PENDING' && booking.payment_mode === 'card')
    if (booking && usual && !isOver) this.#outing = createOuting(town, account, booking, usual, now)
  }

  async #travel(outing: Outing, now: number): Promise<number> {
    const { town } = this.#options
    if (await outing.step(now)) return now + Math.max(LOOK, LEAST * town.clock.rate())
    this.#outing = null
    return now + 1000
  }

  async #book({ plan, at }: { plan: PlannedRide; at: number }, now: number): Promise<void> {
    const { town, account } = this.#options
    this.#next = this.#following(now)
    if (now - at > STALE) return
    if (freeOf(town, plan.kind) <= reserve[plan.kind]) return town.note(this.name, 'saw no cab', plan.kind)
    try {
      const booking = await order(town, account, plan)
      if (!booking) return town.note(this.name, 'had too little in the wallet')
      town.own.add(booking.id)
      town.note(this.name, 'booked', plan.kind)
      this.#outing = createOuting(town, account, booking, plan, now)
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      town.note(this.name, 'could not book', error.key)
    }
  }
}
