import type { LatLng } from '../../supabase/functions/_shared/region/mod.ts'
import { type DriverAgenda, isOnShift } from '../agenda.ts'
import { type Car, createCar } from '../car.ts'
import { Refusal } from '../client/api.ts'
import { type Dice, dice } from '../random.ts'
import type { Actor } from '../schedule.ts'
import type { Account, Booking, Colleague, Town } from '../town.ts'
import { createOffers, type Offers } from './offers.ts'
import { createPump, type Pump } from './pump.ts'
import { resumeTrip, type Trip } from './trip.ts'

/** How often a driver checks for a trip that another client started (ms). */
const GLANCE = 60_000
/** How long a driver whom the server does not let on duty waits before the next try (ms). */
const BARRED = 3_600_000
/** How often a driver reads the offers (ms): LOOK if broadcasts announce new ones, LOOK_ALONE without broadcasts. */
const [LOOK, LOOK_ALONE] = [30_000, 5000]

export interface DriverOptions {
  town: Town
  account: Account
  agenda: DriverAgenda
  /** Lets a driver take the next step at once instead of at the planned time. */
  wake(driver: Driver): void
  /** Returns whether all drivers may work; otherwise only those with `isFirst`. */
  mayCome(): boolean
  secondOfDay(now: number): number
}

/** A simulated driver, who waits for offers, answers them and drives the accepted trips. */
export class Driver implements Actor, Colleague {
  readonly name: string
  readonly agenda: DriverAgenda
  readonly #options: DriverOptions
  readonly #car: Car
  readonly #pump: Pump
  readonly #offers: Offers
  readonly #dice: Dice
  #trip: Trip | null = null
  #isOnDuty = false
  #isNews = true
  #lookAt = 0
  #glanceAt = 0
  #moveAt = 0
  #barredUntil = 0

  constructor(options: DriverOptions) {
    const { town, account, agenda } = options
    this.name = agenda.email
    this.agenda = agenda
    this.#options = options
    this.#car = createCar(agenda.stand)
    this.#pump = createPump(town, account)
    this.#offers = createOffers(town, this, account)
    this.#dice = dice('moves', agenda.email, agenda.pace)
  }

  isFree(): boolean {
    return this.#isOnDuty && this.#trip === null
  }

  place() {
    return this.#car.fix(this.#options.town.clock.now())
  }

  /** Handles a broadcast on the driver's topic: there is a new offer, or a booking has changed. */
  hear(): void {
    this.#isNews = true
    this.#trip?.hear()
    this.#options.wake(this)
  }

  async step(now: number): Promise<number> {
    if (this.#trip) return this.#drive(this.#trip, now)
    const { agenda, town, mayCome, secondOfDay } = this.#options
    const wanted = now >= this.#barredUntil && isOnShift(agenda, secondOfDay(now)) && (agenda.isFirst || mayCome())
    if (this.#isNews || now >= this.#glanceAt) {
      this.#glanceAt = now + GLANCE
      const carried = await this.#carried()
      if (carried) {
        await this.#findCar()
        return this.#begin(carried, now, false)
      }
    }
    if (this.#isOnDuty && (this.#isNews || now >= this.#lookAt)) {
      this.#isNews = false
      this.#lookAt = now + (town.openLine ? LOOK : LOOK_ALONE)
      await this.#offers.look(now)
    }
    if (wanted !== this.#isOnDuty) await this.#setDuty(wanted, now)
    if (!this.#isOnDuty) return Math.min(this.#glanceAt, now + GLANCE / 2)
    const taken = await this.#offers.answer(now)
    // A booking made in advance occupies its driver only shortly before the pickup; until then the driver can take other rides.
    if (taken?.engaged_at) return this.#begin(taken, now, true)
    if (now >= this.#moveAt) this.#move(now)
    const isMoving = this.#car.isMoving(now)
    if (now >= this.#pump.due(isMoving)) {
      this.#pump.add(this.#car.fix(now))
      await this.#pump.hand(false)
    }
    const next = Math.min(this.#pump.due(isMoving), this.#offers.due(), this.#lookAt, this.#glanceAt)
    return Math.min(next, Math.max(this.#moveAt, now + 1000))
  }

  /** Reads the booking that occupies this driver, even if it was accepted by another client; null if there is none. */
  async #carried(): Promise<Booking | null> {
    const { town, account } = this.#options
    const query = `bookings?driver_id=eq.${account.id}&engaged_at=not.is.null&status=in.(ACCEPTED,ARRIVED,STARTED,REACHED)`
    const carried = await town.api.rows<Booking>(account.token, query)
    town.watch.trips(account.email, carried.length)
    return carried[0] ?? null
  }

  /** Prepares for a trip already under way. A driver who is off duty then counts as on duty, at the last reported position. */
  async #findCar(): Promise<void> {
    const { town, account } = this.#options
    const query = `driver_positions?select=lat,lng&driver_id=eq.${account.id}`
    const [seen] = this.#isOnDuty ? [] : await town.api.rows<LatLng>(account.token, query)
    if (seen) this.#car.put(seen)
    this.#isOnDuty = true
  }

  async #begin(booking: Booking, now: number, isNew: boolean): Promise<number> {
    const { town, account, agenda, wake } = this.#options
    const { pace, badSignal } = agenda
    this.#car.halt(now)
    const parts = { town, account, car: this.#car, pump: this.#pump, pace, badSignal, isNew, wake: () => wake(this) }
    this.#trip = await resumeTrip(parts, booking, now)
    return now + 500
  }

  async #drive(trip: Trip, now: number): Promise<number> {
    const next = await trip.step(now)
    if (next !== null) return next
    this.#trip = null
    this.#car.halt(now)
    this.#isNews = true
    this.#moveAt = now + 20_000
    return now + 1000
  }

  async #setDuty(active: boolean, now: number): Promise<void> {
    const { town, account } = this.#options
    const { at, ...fix } = this.#car.fix(now)
    const place = { ...fix, accuracy: 6, at: new Date(at).toISOString() }
    try {
      await town.api.rpc(account.token, 'set_driver_active', active ? { active, place } : { active })
    } catch (error) {
      if (!(error instanceof Refusal && error.key === 'document_expired')) throw error
      // A driver without valid papers stays at home, and tries again when the office may have approved new ones.
      this.#barredUntil = now + BARRED
      return
    }
    this.#isOnDuty = active
    town.note(this.name, active ? 'on duty' : 'off duty')
    this.#moveAt = now + this.#dice.between(5, 60) * 1000
  }

  /** Lets a waiting driver drive to the stand or to a place near it, chosen at random. */
  #move(now: number): void {
    const { town, agenda } = this.#options
    const [shortest, longest] = agenda.restless
    const goal = this.#dice.chance(0.5) || agenda.haunts.length === 0 ? agenda.stand : this.#dice.pick(agenda.haunts)
    const way = town.world.way([this.#car.fix(now), goal])
    const arrival = way && way.metres > 50 ? this.#car.follow(way, now, agenda.pace) : now
    this.#moveAt = arrival + this.#dice.between(shortest, longest) * 1000
  }

  /** Goes off duty when the simulation stops. A trip under way stays as it is, and continues at the next start. */
  async leave(): Promise<void> {
    this.#trip?.close()
    if (!this.isFree()) return
    const { town, account } = this.#options
    await town.api.rpc(account.token, 'set_driver_active', { active: false })
  }
}
