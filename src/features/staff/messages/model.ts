import { formatNumber } from '@/lib/format/format'

/** What the log says of a message; the reason is null unless it failed, or nobody knows what became of it. */
interface Logged {
  state: string
  reason: string | null
}

/** To whom a message went; `receiver` is masked, `receiver_end` the last four digits or the host. */
interface Receiver {
  channel: string
  receiver: string
  receiver_end: string
}

/** Reasons that the page has words for, in the order in which they are looked for in the log's reason. */
const REASONS = [
  ['stopped', /^stopped|unsubscribed/],
  ['campaign_stopped', /^campaign_stopped/],
  ['no_texts_left', /^no_texts_left/],
  ['too_many_texts', /^too_many_texts/],
  ['receiver_refused', /receiver_refused/],
  ['two_days', /refused on two days/],
  ['bounced', /bounced/],
  ['account_refused', /account_refused/],
  ['unknown', /^unknown/],
  ['past', /^past/],
  ['expired', /^(undeliverable: )?expired/],
  ['rate_limited', /rate_limited/],
  ['retry', /^(not_now|retry)/],
  // What a receipt says. An answer of a provider begins with its status; the others never left.
  ['not_delivered', /^undeliverable: (?!\d|no |unknown kind|SITE_URL)/]
] as const

export type ReasonWord = (typeof REASONS)[number][0] | 'undeliverable'

/** The word for why a message failed, or why nobody knows whether it was sent; null if there is no reason. */
export function reasonWord({ reason }: Pick<Logged, 'reason'>): ReasonWord | null {
  if (!reason) return null
  return REASONS.find(([, pattern]) => pattern.test(reason))?.[0] ?? 'undeliverable'
}

/** The state as people see it: a message may have been sent without anybody knowing. */
export const stateWord = ({ state, reason }: Logged) => (state === 'sent' && reason ? 'perhaps' : state)

/** Whether failures count against the number or address: only then does it help to forget them. */
export function isResettable(row: Logged): boolean {
  const word = reasonWord(row)
  return row.state === 'failed' && (word === 'receiver_refused' || word === 'two_days')
}

/** A cost as the provider told it, in its currency: parts of a cent, too. */
export const costWord = (amount: number, currency: string, language: string): string =>
  formatNumber(amount, language, { style: 'currency', currency, maximumFractionDigits: 4 })

/** What a text message costs: as its provider told it, else about what its parts cost at the firm's price; null if nobody knows. */
export function messageCost(
  { channel, state, segments, cost, currency }: Costing,
  firm: { sms_price: number | null; code: string } | null | undefined
): { amount: number; currency: string; isEstimate: boolean } | null {
  if (cost !== null) return { amount: cost, currency, isEstimate: false }
  const isSent = state === 'sent' || state === 'delivered'
  if (channel !== 'sms' || !isSent || !segments || !firm?.sms_price) return null
  return { amount: segments * firm.sms_price, currency: firm.code, isEstimate: true }
}

interface Costing {
  channel: string
  state: string
  segments: number | null
  cost: number | null
  currency: string
}

/** The number or address as far as the log knows it: the last digits, or the first letter and the host. */
export const shownReceiver = ({ channel, receiver, receiver_end: end }: Receiver): string =>
  channel === 'mail' ? `${receiver.split('@')[0]}@${end}` : `***${end}`
