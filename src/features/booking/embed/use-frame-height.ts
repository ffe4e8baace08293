import { useEffect, useRef } from 'react'
import { useSettings } from '@/entities/settings'

/**
 * The origin that gets messages about the frame's height: the site named in the address, if the office has allowed it, or our
 * own.
 */
export function parentOf(allowed: readonly string[], search = window.location.search): string | null {
  const asked = new URLSearchParams(search).get('parent')
  return [window.location.origin, ...allowed].find((origin) => origin === asked) ?? null
}

/**
 * Reports this page's height to the page around the frame. Only sites that the office allowed get the message, addressed to
 * their exact origin.
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
