import { useEffect } from 'react'
import { PAYMENT_CLOSE_MS } from '@/config/constants'

/** Closes a dialog that says "paid" after the person has had time to read it. */
export function useClosing(isPaid: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isPaid) return
    const timer = setTimeout(onClose, PAYMENT_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [isPaid, onClose])
}
