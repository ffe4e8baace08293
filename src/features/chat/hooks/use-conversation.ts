import { useState } from 'react'
import { serverNow } from '@/lib/server-clock'
import { sendMessage, useMessages } from '../api'
import { mergeMessages, type PendingMessage } from '../model'

/**
 * Returns the conversation of a booking for one of its parties, and functions to send a message. A sent message appears at
 * once.
 */
export function useConversation(bookingId: string, me: string) {
  const { data: stored = [], error, isLoading, mutate } = useMessages(bookingId)
  const [pending, setPending] = useState<PendingMessage[]>([])

  const mark = (clientKey: string, hasFailed: boolean) =>
    setPending((list) => list.map((item) => (item.clientKey === clientKey ? { ...item, hasFailed } : item)))

  const deliver = async (clientKey: string, text: string) => {
    try {
      await sendMessage(bookingId, text, clientKey)
      await mutate()
      setPending((list) => list.filter((item) => item.clientKey !== clientKey))
    } catch {
      mark(clientKey, true)
    }
  }

  return {
    stored,
    messages: mergeMessages(stored, pending, me),
    error,
    isLoading,
    reload: () => void mutate(),
    send: (text: string) => {
      const clientKey = crypto.randomUUID()
      setPending((list) => [...list, { clientKey, text, at: new Date(serverNow()).toISOString(), hasFailed: false }])
      void deliver(clientKey, text)
    },
    /** Sends a failed message again with its first key, so that the server cannot store it twice. */
    retry: (clientKey: string) => {
      const message = pending.find((item) => item.clientKey === clientKey)
      if (!message) return
      mark(clientKey, false)
      void deliver(clientKey, message.text)
    }
  }
}
