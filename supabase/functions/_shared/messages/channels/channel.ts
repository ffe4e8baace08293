import { ProviderFailure } from '../../http-client/failure.ts'
import type { Log } from '../../http-client/log.ts'
import { failureOutcome } from './failure-outcome.ts'
import type { Adapter, Outcome } from './types.ts'

/** How one message is sent. */
export interface Sending {
  /** Identifies the message, for providers that deduplicate by a key. */
  key: string
  /** Total time over all providers (ms). */
  withinMs: number
  /** Seconds after which the message has no use; default: a day. */
  ttlSeconds?: number
}

/** A channel, which sends a message by its first provider that can. Never throws. */
export type Channel<Message> = (message: Message, sending: Sending) => Promise<Outcome>

/** One provider of a channel. */
export interface Hop<Message> {
  name: string
  send: Adapter<Message>
  isRepeatable: boolean
}

export interface ChannelTraits {
  log: Log
  /** Why there are no providers. */
  nothing: string
  /** Time limit of one attempt with one provider (ms). */
  attemptMs: number
  /**
   * Whether a person waits for the messages, such as codes: then the next provider is tried even if this one may have sent the
   * message, because a second copy does no harm.
   */
  isAwaited: boolean
}

/**
 * Creates a channel of several providers. A provider that is down, refuses our account or is rate limited is followed by the
 * next. What one provider says about the receiver or the message is final: a number that unsubscribed gets nothing from the
 * others either.
 *
 * @param hopsFor the providers for a message, in order; none if the channel is not set up
 */
export function createChannel<Message>(
  hopsFor: (message: Message) => readonly Hop<Message>[],
  { log, nothing, attemptMs, isAwaited }: ChannelTraits,
): Channel<Message> {
  return async (message, { key, withinMs, ttlSeconds = 86_400 }) => {
    const endsAt = Date.now() + withinMs
    const outcomes: Outcome[] = []
    for (const hop of hopsFor(message)) {
      const left = Math.min(endsAt, Date.now() + attemptMs)
      const outcome = await attempt(hop, message, { key, ttlSeconds, endsAt: left })
      if (outcome.state === 'sent') return outcome
      log({ event: 'message_not_sent', provider: hop.name, state: outcome.state, reason: outcome.reason })
      if (outcome.state === 'receiver_refused' || outcome.state === 'undeliverable') return outcome
      if (outcome.state === 'unknown' && !isAwaited) return outcome
      outcomes.push(outcome)
    }
    return together(outcomes, nothing)
  }
}

async function attempt<Message>(
  { name, send, isRepeatable }: Hop<Message>,
  message: Message,
  { key, ttlSeconds, endsAt }: { key: string; ttlSeconds: number; endsAt: number },
): Promise<Outcome> {
  try {
    return await send(message, { key, ttlSeconds, endsAt })
  } catch (error) {
    if (error instanceof ProviderFailure) return failureOutcome(error, isRepeatable)
    return { state: 'unknown', reason: `${name}: ${error instanceof Error ? error.name : 'error'}` }
  }
}

/** The order in which outcomes of several providers count: one that may have sent it first, then one that soon can. */
const ORDER = ['unknown', 'retry', 'rate_limited', 'account_refused'] as const

function together(outcomes: readonly Outcome[], nothing: string): Outcome {
  const first = ORDER.map((state) => outcomes.find((outcome) => outcome.state === state)).find((found) => found)
  if (!first) return { state: 'undeliverable', reason: nothing }
  if (first.state !== 'retry' && first.state !== 'rate_limited') return first
  const waits = outcomes.flatMap((outcome) =>
    'afterMs' in outcome && outcome.afterMs !== undefined ? [outcome.afterMs] : []
  )
  return { ...first, ...(waits.length > 0 && { afterMs: Math.min(...waits) }) }
}
