import { useEffect, useRef } from 'react'
import { useSettings } from '@/entities/settings'

/**
 * Returns the origin to which the frame's height is reported: the site that the page's URL names, if the office has allowed
 * that site or if it is our own. Otherwise null.
 */
export function parentOf(allowed: readonly string[], search = window.location.search): string | null {
  const asked = new URLSearchParams(search).get('parent')
  return [window.location.origin, ...allowed].find((origin) => origin === asked) ?? null
}

/**
 * Reports this page's height to the page around the frame. The message is addressed to the exact origin of a site that the
 * office has allowed.
 */
export function useFrameHeight() {
  const { settings } = useSettings()
  const root = useRef<HTMLElement>(null)
  const parent = parentOf(settings?.embed_origins ?? [])
  useEffect(() => {
    const element = root.current
    if (!parent || !element || window.parent === window) return
    const observer = new ResizeObserver(() =>
      window.parent.postMessage({ type: 'hackney:height', height: Math.ceil(element.offsetHeight) }, parent)
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [parent])
  return root
}
