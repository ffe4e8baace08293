import { useEffect } from 'react'

let open: string | null = null

/** Whether the person reads this booking's conversation now. */
export const isConversationOpen = (bookingId: string): boolean => open === bookingId

/** Notes that the conversation of a booking is open, while `isOpen` is true. */
export function useOpenConversation(bookingId: string, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return
    open = bookingId
    return () => {
      open = null
    }
  }, [bookingId, isOpen])
}
