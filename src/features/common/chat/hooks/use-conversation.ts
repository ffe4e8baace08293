import { dropMessage, queueAgain, queueMessage, useOutbox } from '@/entities/outbox'
import { mergeMessages } from '../model/messages'
import { useMessages } from '../queries'

/**
 * Returns the conversation of a booking for one of its parties, and functions to send a message. A sent message appears at
 * once; without a network it waits on the device (`@/entities/outbox`).
 *
 * @param driverId the booking's driver, if a rider writes
 */
export function useConversation(bookingId: string, me: string, driverId: string | null) {
  const { data: stored = [], error, isLoading, mutate } = useMessages(bookingId)
  const { messages, isOut } = useOutbox()
  const pending = messages.filter((message) => message.bookingId === bookingId)
  return {
    stored,
    messages: mergeMessages(stored, pending, { me, isOut }),
    error,
    isLoading,
    reload: () => void mutate(),
    send: (text: string) => queueMessage(me, { bookingId, driverId, text }),
    /** Sends a refused message again, with its first key, so that the server cannot store it twice. */
    retry: queueAgain,
    /** Forgets a refused message. */
    drop: dropMessage
  }
}
