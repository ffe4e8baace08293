import type { PlannedRide } from '../agenda.ts'
import type { Account, Booking, Town } from '../town.ts'
import type { WalletLine } from '../watch.ts'

/** What a simulated rider does for one booking: waits, sends the code, pays and rates. */
export interface Outing {
  /** Does what is due. Returns false if the booking is over. */
  step(now: number): Promise<boolean>
}

/** Comments on a ride, by the number of stars, in two languages. An empty text means no comment. */
const words: Record<number, readonly string[]> = {
  2: ['Drove past me twice.', 'Der Wagen roch nach Rauch.'],
  3: ['Fine, but ten minutes late.', 'Etwas hektische Fahrt.', ''],
  4: ['Good ride.', 'Pünktlich, danke.', '', ''],
  5: ['Friendly and on time', 'Sehr angenehm, gerne wieder', 'Helped with the luggage', 'Sauberes Auto', '', '']
}

/** Interval (ms) at which the rider asks to continue the search for a driver, as the app does at the end of its countdown. */
const NUDGE = 25_000
/** Least real time for which the rider waits for a driver, at any speed of the app's time (ms). */
const LEAST_PATIENCE = 10_000
/** Seconds between the rider's first message ("I have to look", or a wrong code) and the right code. */
const LOOKING = 25

export function createOuting(town: Town, account: Account, first: Booking, plan: PlannedRide, began: number): Outing {
  const { api, watch, note } = town
  let booking = first
  let since = began
  let nudgedAt = began
  /**
   * What the rider has done in the booking's current status; 0: nothing. While the driver needs a code: 1 after a message
   * without the right code, 2 after the right code. While a payment is needed: 1 after paying.
   */
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

  /** Sends the driver the code, in the way that the plan says: at once, after looking for it, or after a wrong one. */
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
        // In real use a parcel's recipient tells the driver the code at the door. In the simulation the rider sends it.
        return isParcel ? sayCode(now) : undefined
      case 'PENDING':
        if (booking.payment_mode !== 'wallet' || said > 0) return
        said = 1
        // The wallet has paid its part at the drop. An amount far above the agreed one waits for the rider.
        return void (await call(booking.used_wallet_money > 0 ? 'pay_in_cash' : 'pay_with_wallet'))
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
