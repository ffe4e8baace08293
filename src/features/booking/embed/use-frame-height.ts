import { useEffect, useRef } from 'react'
import { useSettings } from '@/entities/settings'

/** Who is told: the site that the address names, where the office allowed it; or this one. */
export function parentOf(allowed: readonly string[], search = window.location.search): string | null {
  const asked = new URLSearchParams(search).get('parent')
  return [window.location.origin, ...allowed].find((origin) => origin === asked) ?? null
}

/**
 * Tells the page around the frame how high this one is. Only a site that the office allowed is told, and by its exact origin,
 * so that the message reaches no other.
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
