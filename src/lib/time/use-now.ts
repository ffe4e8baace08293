import { useEffect, useState } from 'react'
import { serverNow } from './server-clock'

/**
 * Returns the server's time (ms), which does not depend on the device's clock. It is updated every `intervalMs` while the page
 * is visible.
 */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setNow(serverNow())
    }, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}
