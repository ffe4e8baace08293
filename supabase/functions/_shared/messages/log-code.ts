import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../kernel/database.ts'
import type { Outcome } from './channels/types.ts'

/** A code that a hook has sent, or could not send. */
export interface LoggedCode {
  channel: 'sms' | 'mail'
  receiver: string
  userId: string
  kind: string
  outcome: Outcome
  segments?: number
}

/** Writes what became of a code into the log of messages. Never throws, and ends soon: the person waits for the code. */
export type LogCode = (code: LoggedCode) => Promise<void>

/** How long a person waits for the log (ms). The line may be written later. */
const PATIENCE_MS = 300

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const createLogCode = (database: Database): LogCode => async (code) => {
  const { channel, receiver, userId, kind, outcome, segments } = code
  const args = {
    channel,
    receiver,
    user_id: UUID.test(userId) ? userId : null,
    kind,
    outcome: { ...outcome, ...(segments !== undefined && { segments }) },
  }
  const end = new AbortController()
  const written = database.rpc('log_code', args).catch(() => console.error('a code is missing in the log of messages'))
  await Promise.race([written, delay(PATIENCE_MS, undefined, { signal: end.signal }).catch(() => {})])
  end.abort()
}
