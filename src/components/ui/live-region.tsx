import type { ReactNode } from 'react'

/**
 * Text for screen readers only, announced when it changes: the region exists before its text. An open dialog hides the rest of
 * the page from screen readers, but not `aria-live` regions, so this is announced then, too.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {children}
    </p>
  )
}
