import { useEffect, useState } from 'react'
import { serverNow } from './server-clock'

/** The server's time in ms, regardless of the device's clock; updated every `intervalMs` while the page is visible. */
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
