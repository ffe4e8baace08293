import { createProviderLog } from '../../http-client/kit.ts'
import { type Channel, createChannel } from './channel.ts'
import { attemptMsOf, type ChannelOptions, hopsOf, keyed, namesIn } from './hops.ts'
import { isNumber, plainText } from './plain.ts'
import { readRoutes } from './routes.ts'
import { cutToSegments } from '../../phone/segments.ts'
import { SMS_PROVIDERS } from './sms/all.ts'
import type { Sms } from './types.ts'

/**
 * Returns the channel for text messages, by the providers in SMS_PROVIDER, in order; SMS_ROUTES chooses the first ones by the
 * receiver's number. Without either the channel is the development inbox, if MAILPIT_URL is set. A wrong setting never throws:
 * it is logged, and the messages' outcome is `account_refused`.
 */
export function readSms(options: ChannelOptions): Channel<Sms> {
  const { get, isAwaited, write } = options
  const log = createProviderLog(SMS_PROVIDERS, get, write)
  const routes = readRoutes(get('SMS_ROUTES') ?? '')
  for (const reason of routes.problems) log({ event: 'message_provider_off', reason })
  const listed = routes.names.length > 0 && !get('SMS_PROVIDER')?.trim() ? [] : namesIn(get('SMS_PROVIDER'), get)
  const hops = hopsOf(SMS_PROVIDERS, [...new Set([...listed, ...routes.names])], { ...options, log })
  const traits = { log, nothing: 'SMS_PROVIDER is not set', isAwaited, attemptMs: attemptMsOf(options) }
  const send = createChannel<Sms>(({ to }) => {
    const order = [...new Set([...routes.namesFor(to), ...listed])]
    return order.flatMap((name) => hops.find((hop) => hop.name === name) ?? [])
  }, traits)
  return async ({ to, text }, sending) => {
    if (!isNumber(to)) return { state: 'receiver_refused', reason: 'the number is not valid' }
    return await send({ to, text: cutToSegments(plainText(text)) }, keyed(sending))
  }
}
