import type { PlannedRide } from '../agenda.ts'
import type { Account, Booking, Town } from '../town.ts'
import type { WalletLine } from '../watch.ts'

/** A rider's part of one booking: waits, tells the code, pays, rates. */
export interface Outing {
  /** Does what is due; returns false once the booking is over. */
  step(now: number): Promise<boolean>
}

/** Comments on a ride by its stars, in the two languages of the region. */
const words: Record<number, readonly string[]> = {
  2: ['Drove past me twice.', 'Der Wagen roch nach Rauch.'],
  3: ['Fine, but ten minutes late.', 'Etwas hektische Fahrt.', ''],
  4: ['Good ride.', 'Pünktlich, danke.', '', ''],
  5: ['Friendly and on time', 'Sehr angenehm, gerne wieder', 'Helped with the luggage', 'Sauberes Auto', '', '']
}

/** After this time the rider asks for the search to continue, like the page at the end of its countdown (ms). */
const NUDGE = 25_000
/** Least real time that a search gets, at any speed (ms). */
const LEAST_PATIENCE = 10_000
/** Seconds until the rider tells the right code, after looking for it or after telling a wrong one. */
const LOOKING = 25

export function createOuting(town: Town, account: Account, first: Booking, plan: PlannedRide, began: number): Outing {
  const { api, watch, note } = town
  let booking = first
  let since = began
  let nudgedAt = began
  /** How many of the messages at the door are written already. */
  let said = 0

  const call = (name: string, body: object = {}) => api.rpc(account.token, name, { booking_id: booking.id, ...body })
  const say = (message: string) => call('send_chat_message', { message })

  async function search(now: number): Promise<void> {
    if (now - since > Math.max(plan.patience * 1000, LEAST_PATIENCE * town.clock.rate())) {
      await call('cancel_booking', { reason: 'I found another way' })
      note(account.email, 'gave up')
    } else if (now - nudgedAt > NUDGE) {
      nudgedAt = now
      await call('nudge_dispatch')
    }
  }

  async function expect(now: number): Promise<void> {
    if (plan.cancels === null || now - since < plan.cancels * 1000) return
    await call('cancel_booking', { reason: 'My plans changed' })
    note(account.email, 'cancelled')
  }

  /** Tells the driver the code: at once, after looking for it, or after a wrong one. */
  async function sayCode(now: number): Promise<void> {
    const waited = (now - since) / 1000
    if (!booking.otp_secure || waited < plan.walk) return
    if (said === 0 && plan.code !== 'ready') {
      said = 1
      return void (await say(plan.code === 'wrong' ? 'It is 0 0 0 0 0' : 'One moment, I have to look for it.'))
    }
    if (said === 2 || waited < plan.walk + (said === 1 ? LOOKING : 0)) return
    const code = await call('start_code')
    if (typeof code === 'string') await say(code)
    said = 2
  }

  async function thank(): Promise<void> {
    const { stars } = plan
    const comment = stars === null ? '' : (words[stars]?.[plan.words % (words[stars]?.length ?? 1)] ?? '')
    if (plan.tip > 0) {
      const [wallet] = await api.rows<{ wallet_balance: number; bonus_balance: number }>(
        account.token,
        `profiles?select=wallet_balance,bonus_balance&id=eq.${account.id}`
      )
      const holds = wallet && wallet.wallet_balance - wallet.bonus_balance >= plan.tip
      if (holds) await call('tip_driver', { amount: plan.tip })
    }
    await call('rate_booking', { ...(stars !== null && { stars }), ...(comment && { comment }) })
    note(account.email, 'thanked', stars ?? 0)
    const history = `wallet_history?select=type,amount,balance&user_id=eq.${account.id}&order=id.desc&limit=20`
    watch.wallet(account.email, await api.rows<WalletLine>(account.token, history))
  }

  async function act(now: number): Promise<void> {
    const isParcel = booking.category === 'delivery'
    switch (booking.status) {
      case 'NEW':
        return search(now)
      case 'ACCEPTED':
        return expect(now)
      case 'ARRIVED':
        return isParcel ? undefined : sayCode(now)
      case 'STARTED':
        // A parcel's code belongs to its recipient, who would tell it at the door; in the city the rider does.
        return isParcel ? sayCode(now) : undefined
      case 'PENDING':
        if (booking.payment_mode !== 'wallet' || said > 0) return
        said = 1
        return void (await call('pay_with_wallet'))
      case 'PAID':
        return thank()
    }
  }

  return {
    async step(now) {
      const [seen] = await api.rows<Booking>(account.token, `bookings?id=eq.${booking.id}`)
      if (!seen) return false
      watch.booking(account, seen)
      if (seen.status !== booking.status) [since, said] = [now, 0]
      booking = seen
      if (booking.status === 'COMPLETE' || booking.status === 'CANCELLED') return false
      await act(now)
      return booking.status !== 'PAID'
    }
  }
}
