import { useEffect } from 'react'
import { PAYMENT_CLOSE_MS } from '@/config/constants'

/** Once `isPaid` is true and the dialog says "paid", waits until the person has read this, and then closes the dialog. */
export function useClosing(isPaid: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isPaid) return
    const timer = setTimeout(onClose, PAYMENT_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [isPaid, onClose])
}
