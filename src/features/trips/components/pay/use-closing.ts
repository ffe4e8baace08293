import { useEffect } from 'react'
import { PAYMENT_CLOSE_MS } from '@/config/constants'

/** Closes what says that something was paid, once that could be read. */
export function useClosing(isPaid: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isPaid) return
    const timer = setTimeout(onClose, PAYMENT_CLOSE_MS)
    return () => clearTimeout(timer)
  }, [isPaid, onClose])
}
