/** The address of a page that is being opened, whose code may still be loading; null if no page is being opened. */
let next: Pick<Location, 'pathname' | 'search' | 'hash'> | null = null

/**
 * Records that a page is being opened; null records that this has ended. The router calls this directly, because React renders
 * too late for events in between.
 */
export function noteNavigation(address: Pick<Location, 'pathname' | 'search' | 'hash'> | null): void {
  next = address
}

/** Returns whether another page is being opened. While it is, do not change the URL: that would cancel the opening. */
export const isLeaving = (): boolean => next !== null && next.pathname !== window.location.pathname

/** Loads the page that is being opened, or else this one, anew from the server. */
export function loadAnew(): void {
  if (next && isLeaving()) window.location.assign(next.pathname + next.search + next.hash)
  else window.location.reload()
}
