import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { focusHeading } from '@/lib/focus'

/** A page that first loads its data has its heading by then (ms). */
const PATIENCE_MS = 30_000

/**
 * The pressed element of the last page is gone: the focus moves to the new page's heading, so that a screen reader announces it.
 * A page that sets the focus itself keeps it.
 */
export function useRouteFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const find = () => document.activeElement !== document.body || focusHeading()
    const observer = new MutationObserver(() => find() && stop())
    const timer = setTimeout(() => stop(), PATIENCE_MS)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
    }
    if (find()) stop()
    else observer.observe(document.body, { childList: true, subtree: true })
    return stop
  }, [pathname])
}
