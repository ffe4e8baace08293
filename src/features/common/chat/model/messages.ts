import type { QueuedMessage } from '@/entities/outbox'
import type { Tables } from '@/types/database'

/** One chat message as stored. */
export type ChatMessage = Tables<'chat_messages'>

/** A message on screen: stored, being sent, waiting for a network, or refused. */
export interface ShownMessage {
  key: string
  text: string
  isMine: boolean
  at: string
  state: 'sent' | 'sending' | 'waiting' | 'failed'
  /** The error key of a refused message. */
  failedKey?: string
}

/**
 * Returns the stored messages, followed by the queued ones. A queued message whose key is already stored is left out, because
 * the response and the refetch may arrive in either order.
 *
 * @param isOut whether the last attempt to send failed for lack of a network
 */
export function mergeMessages(
  stored: readonly ChatMessage[],
  queued: readonly QueuedMessage[],
  { me, isOut }: { me: string; isOut: boolean }
): ShownMessage[] {
  const known = new Set(stored.map((message) => message.client_key))
  return [
    ...stored.map((message) => ({
      key: message.client_key ?? String(message.id),
      text: message.message,
      isMine: message.from_id === me,
      at: message.created_at,
      state: 'sent' as const
    })),
    ...queued
      .filter(({ key }) => !known.has(key))
      .map(({ key, text, at, failedKey }) => ({
        ...{ key, text, at, isMine: true },
        ...(failedKey === null
          ? { state: isOut ? ('waiting' as const) : ('sending' as const) }
          : { state: 'failed' as const, failedKey })
      }))
  ]
}

/** Whether this person has already sent a message that contains this text. Failed messages do not count. */
export const hasSaid = (messages: readonly ShownMessage[], text: string): boolean =>
  messages.some((message) => message.isMine && message.state !== 'failed' && message.text.includes(text))

/** Returns the number of messages from the other party since the conversation was last open. */
export function countUnread(stored: readonly ChatMessage[], me: string, readUntil: string | null): number {
  const until = readUntil ? Date.parse(readUntil) : 0
  return stored.filter((message) => message.from_id !== me && Date.parse(message.created_at) > until).length
}

/** The messages of the other party after a time (ms), oldest first. */
export const newMessages = (stored: readonly ChatMessage[], me: string, since: number): ChatMessage[] =>
  stored.filter((message) => message.from_id !== me && Date.parse(message.created_at) > since)
