import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { focusHeading } from '@/lib/page/focus'

/** How long to wait for the page's heading (ms), because a page may first load its data. */
const PATIENCE_MS = 30_000

/**
 * Moves the focus to the heading of a newly opened page, so that a screen reader announces the page. The link that was pressed
 * is gone, so the focus would be lost. If the page moves the focus itself, the focus stays there.
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
