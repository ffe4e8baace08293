import type { Log } from '../_shared/http-client/log.ts'
import type { Database } from '../_shared/kernel/database.ts'
import { isAddress } from '../_shared/messages/channels/plain.ts'
import type { Told } from './providers/types.ts'

export interface RecordDeps {
  database: Database
  log: Log
}

/**
 * Passes on what a provider told to the database, which knows what is new and what it changes.
 *
 * @throws {HttpError} if the database fails, so that the provider repeats it
 */
export async function record({ database, log }: RecordDeps, provider: string, told: readonly Told[]): Promise<void> {
  for (const one of told) {
    const outcome = await store(database, provider, one)
    log({ event: `message_${one.kind}`, provider, outcome })
  }
}

function store(database: Database, provider: string, told: Told): Promise<unknown> {
  if (told.kind === 'stop') {
    const isReal = told.channel === 'sms' || isAddress(told.receiver)
    return isReal
      ? database.rpc('record_stop', { channel: told.channel, receiver: told.receiver })
      : Promise.resolve('no address')
  }
  if (told.kind === 'text') {
    const { event, from, text, isAnswered } = told
    return database.rpc('record_text', { provider, event, sender: from, words: text, is_answered: isAnswered })
  }
  const { event, ref, key, receiver, state, reason, isPermanent, segments, cost } = told
  return database.rpc('record_receipt', {
    provider,
    event,
    ref,
    key,
    receiver,
    state,
    reason: reason ?? null,
    is_permanent: isPermanent ?? false,
    segments: segments ?? null,
    cost: cost?.amount ?? null,
    currency: cost?.currency ?? null,
  })
}
