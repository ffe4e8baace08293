/**
 * Random rides and parcels, played by the functions that people call: promotions, tolls, wallets that cover a part, cards, cash,
 * changing fleets, cancellations, no-shows, tips, write-offs and refunds.
 */
import type postgres from 'postgres'
import type { Random } from './random.ts'

type Tx = postgres.TransactionSql

interface Booking {
  id: string
  status: string
  payment_mode: string
  payable_amount: string
}

/** Plays random lives in one transaction. */
export class RandomLives {
  /** How often what was played. */
  readonly done = new Map<string, number>()
  readonly #tx: Tx
  readonly #draw: Random
  readonly #places: number

  /** @param places decimals of the currency, which the settings have */
  constructor(tx: Tx, draw: Random, places = 2) {
    this.#tx = tx
    this.#draw = draw
    this.#places = places
  }

  #note(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1)
  }

  async #let(who: string, statement: string): Promise<void> {
    await this.#tx`select tests.let(${who}, ${statement})`
  }

  async #turn(minutes: number): Promise<void> {
    await this.#tx`select tests.turn(make_interval(mins => ${minutes}))`
  }

  /** An amount from `low` to `high` hundredths of the currency, with its decimals. */
  #money(low: number, high: number): string {
    return (this.#draw.int(low, high) / 100).toFixed(this.#places)
  }

  async #see(id: string): Promise<Booking> {
    const [booking] = await this.#tx<
      Booking[]
    >`select id, status, payment_mode, payable_amount from public.bookings where id = ${id}`
    if (!booking) throw new Error(`${id} is gone`)
    return booking
  }

  /** Brings the rider's wallet to an amount, from the account `adjustments`. */
  async #fund(amount: number): Promise<void> {
    await this.#tx`select tests.fill_wallet('rider', ${amount})`
  }

  /** Between two bookings: turns the clock and draws new settings, fees, and the driver's fleet and car type. */
  async #change(car: string): Promise<void> {
    const draw = this.#draw
    await this.#turn(draw.int(5, 4000))
    await this.#tx`select tests.set('cancellation_driver_percent', ${draw.pick(['0', '0', '25', '50', '100'])}),
      tests.set('fleet_percent', ${draw.pick(['0', '10', '33'])}), tests.set('refund_to', ${draw.pick(['wallet', 'source'])}),
      tests.set('tax_percent', ${draw.pick(['0', '8.1'])}), tests.set('drivers_employed', ${String(draw.chance(0.3))}),
      tests.set('cash_unit', ${draw.pick(this.#places === 0 ? ['0', '1', '5'] : ['0', '0.05', '0.5'])})`
    await this.#tx`update public.car_types set convenience_fees = ${draw.pick([0, 1, 8])},
      convenience_fee_type = ${draw.pick(['flat', 'percentage'])} where name = ${car}`
    await this.#tx`update public.drivers set car_type_id = tests.car(${car}),
      fleet_id = (select u.id from auth.users u where u.email = ${draw.pick(['', 'fleet@hackney.test', 'fleet2@hackney.test'])}) where id = tests.id('driver')`
    await this.#tx`select tests.go_online()`
    await this.#fund(draw.pick([300, 300, 300, 3]))
  }

  async #book(car: string, mode: string): Promise<string> {
    const draw = this.#draw
    const [quote] = await this.#tx<{ id: string }[]>`
      select to_jsonb(public.quote_fare(tests.id('rider'), tests.order(${car}, ${draw.int(5, 200) / 10}, ${draw.int(60, 3000)}))) ->> 'quote_id' as id`
    if (draw.chance(0.4)) {
      const code = `P${draw.int(0, 1e9)}`
      const type = draw.pick(['flat', 'percentage'])
      await this
        .#tx`insert into public.promos (promo_name, promo_discount_type, promo_discount_value, max_promo_discount_value, promo_validity, promo_usage_limit)
        values (${code}, ${type}, ${draw.pick([5, 50, 100])}, ${draw.pick([null, 4])}, '2100-01-01', 5)`
      await this.#let('rider', `select public.apply_promo('${quote?.id}', '${code}')`)
      this.#note('promotion')
    }
    const details = '{"delivery_person": "Eva", "delivery_person_phone": "+4235551212"}'
    await this.#let('rider', `select public.create_booking('${quote?.id}', '${mode}', null, '${details}')`)
    const [booking] = await this.#tx<{ id: string }[]>`select tests.booking() as id`
    return booking?.id ?? ''
  }

  async #payByCard(id: string): Promise<void> {
    await this.#tx`select tests.record_event((tests.create_payment(${id}, 'stripe', tests.id('rider'))).id, 'paid')`
    this.#note('card')
  }

  /** Pays by card, in cash, or by wallet; if the wallet is too low, the rest in cash, by card, or never. */
  async #pay(id: string): Promise<void> {
    const { payment_mode, payable_amount } = await this.#see(id)
    if (Number(payable_amount) > 0 && payment_mode === 'card') return await this.#payByCard(id)
    // The end of the ride has taken what the wallet had; some riders top it up by a little.
    if (payment_mode === 'wallet' && this.#draw.chance(0.4)) {
      await this.#fund(2)
      await this.#let('rider', `select public.pay_with_wallet('${id}')`)
      this.#note('wallet')
    }
    if ((await this.#see(id)).status !== 'PENDING') return
    if (this.#draw.chance(0.2)) return await this.#payByCard(id)
    if (this.#draw.chance(0.8)) return await this.#let('driver', `select public.confirm_cash('${id}')`)
    await this.#let('admin', `select public.write_off('${id}', null, 'never paid')`)
    this.#note('write-off')
  }

  /** Plays an offered booking to its payment, unless it is cancelled or the rider does not show up. */
  async #carry(id: string, isParcel: boolean): Promise<void> {
    const draw = this.#draw
    await this.#let('driver', `select public.accept_booking('${id}')`)
    await this.#turn(draw.int(0, 9))
    if (draw.chance(0.2)) return await this.#let('rider', `select public.cancel_booking('${id}')`)
    await this.#let('driver', 'select public.report_position(47.141, 9.52)')
    await this.#let('driver', `select public.arrive_at_pickup('${id}')`)
    if (draw.chance(0.12)) {
      await this.#turn(10)
      await this.#let('driver', 'select public.report_position(47.141, 9.52)')
      await this.#let('driver', `select public.no_show('${id}')`)
      // The desk decides about the fee in this month or a later one.
      await this.#turn(draw.chance(0.3) ? 40_000 : 10)
      return await this.#let('admin', `select public.decide_no_show_fee('${id}', ${draw.chance(0.6)})`)
    }
    await this.#let('driver', `select public.start_trip('${id}')`)
    await this.#turn(draw.int(2, 40))
    if (!isParcel && draw.chance(0.3)) {
      await this.#let('driver', `select public.add_extra('${id}', 'toll', ${this.#money(100, 900)})`)
      this.#note('toll')
    }
    if (isParcel && draw.chance(0.3)) {
      await this.#let('admin', `select public.return_to_sender('${id}', 'nobody there')`)
      await this.#let('driver', 'select public.report_position(47.141, 9.52)')
    }
    await this.#let('driver', `select public.reach_drop('${id}')`)
    if ((await this.#see(id)).status === 'PENDING') await this.#pay(id)
  }

  async #tip(id: string): Promise<void> {
    if (this.#draw.chance(0.4)) {
      await this
        .#tx`select tests.record_event(tests.begin_payment('tip', ${this.#money(100, 900)}, 'rider', ${id}), 'paid')`
      this.#note('tip by card')
      return
    }
    await this.#fund(50)
    await this.#let('rider', `select public.tip_driver('${id}', ${this.#money(100, 900)})`)
    this.#note('tip')
  }

  /** Refunds a part of what was paid and not yet refunded, from goodwill or from the driver's share. */
  async refund(id: string): Promise<void> {
    const [row] = await this.#tx<
      { left: string }[]
    >`select app.refundable(b) as left from public.bookings b where b.id = ${id}`
    const left = Math.floor(Number(row?.left ?? 0) * 10 ** this.#places)
    if (left < 1) return
    const reclaims = this.#draw.chance(0.6)
    const amount = this.#draw.int(1, left) / 10 ** this.#places
    await this.#let('admin', `select public.refund_booking('${id}', ${amount}, 'drawn', ${String(reclaims)})`)
    this.#note(reclaims ? 'refund, reclaimed' : 'refund, goodwill')
  }

  /** Plays one booking to its end; returns its id and last status. */
  async ride(): Promise<{ id: string; status: string }> {
    const isParcel = this.#draw.chance(0.3)
    const car = isParcel ? 'Courier' : 'Cab'
    const mode = this.#draw.pick(isParcel ? ['wallet', 'card'] : ['cash', 'wallet', 'card'])
    await this.#change(car)
    const id = await this.#book(car, mode)
    if (isParcel) {
      if (this.#draw.chance(0.1)) await this.#let('rider', `select public.cancel_booking('${id}')`)
      else if ((await this.#see(id)).status === 'PAYMENT_PENDING') {
        if (mode === 'wallet') await this.#let('rider', `select public.pay_with_wallet('${id}')`)
        // What the wallet does not cover is paid by card.
        if ((await this.#see(id)).status === 'PAYMENT_PENDING') await this.#payByCard(id)
        this.#note('prepaid parcel')
      }
    }
    if ((await this.#see(id)).status === 'NEW') await this.#carry(id, isParcel)
    const { status } = await this.#see(id)
    this.#note(status)
    if (status === 'PAID' && this.#draw.chance(0.3)) await this.#tip(id)
    return { id, status }
  }

  /** What was played, such as "3 promotion, 12 PAID". */
  get summary(): string {
    return [...this.done].map(([name, times]) => `${times} ${name}`).join(', ')
  }
}
