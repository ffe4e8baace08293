import type { ReactNode } from 'react'

/**
 * Words for a screen reader alone, read when they change: it stands in the page before they do. An open dialog hides the rest
 * of the page from readers, but nothing with `aria-live`, so what is said here is heard then, too.
 */
export function LiveRegion({ children }: { children: ReactNode }) {
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {children}
    </p>
  )
}
