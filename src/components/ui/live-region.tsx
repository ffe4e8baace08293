import type { ReactNode } from 'react'

/**
 * Text for screen readers only, which is announced when it changes. The region is rendered before it has a text, because screen
 * readers announce only changes of a region that exists. An open dialog hides the rest of the page from screen readers, but not
 * `aria-live` regions, so these announcements work behind a dialog, too.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {children}
    </p>
  )
}
