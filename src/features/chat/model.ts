import type { Tables } from '@/types/database'

/** One chat message as stored. */
export type ChatMessage = Tables<'chat_messages'>

/** A message on screen: stored, being sent, or failed. */
export interface ShownMessage {
  key: string
  text: string
  isMine: boolean
  at: string
  state: 'sent' | 'sending' | 'failed'
}

/** A message that this person has sent and the server has not returned yet. */
export interface PendingMessage {
  clientKey: string
  text: string
  at: string
  hasFailed: boolean
}

/**
 * Returns the stored messages, followed by the pending ones. A pending message whose key is already stored is left out, because
 * the response and the refetch may arrive in either order.
 */
export function mergeMessages(
  stored: readonly ChatMessage[],
  pending: readonly PendingMessage[],
  me: string
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
    ...pending
      .filter((message) => !known.has(message.clientKey))
      .map((message) => ({
        key: message.clientKey,
        text: message.text,
        isMine: true,
        at: message.at,
        state: message.hasFailed ? ('failed' as const) : ('sending' as const)
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
