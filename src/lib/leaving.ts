/** Path of the page that is being opened, whose code may still be loading; null if no page is being opened. */
let next: string | null = null

/**
 * Records that a page is being opened; null records that this has ended. The router calls this directly, because React renders
 * too late for events in between.
 */
export function noteNavigation(pathname: string | null): void {
  next = pathname
}

/** Returns whether another page is being opened. While it is, do not change the URL: that would cancel the opening. */
export const isLeaving = (): boolean => next !== null && next !== window.location.pathname
