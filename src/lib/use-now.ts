import { useEffect, useState } from 'react'
import { serverNow } from './server-clock'

/** The server's time in ms, whatever the device's clock says, refreshed each `intervalMs` while the page is visible. */
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
