/** The path of the page that is being opened; null if none is. Its code may still be loading. */
let next: string | null = null

/**
 * Notes the start of a navigation, and its end with null. The router calls it directly, because React renders too late for
 * events in between.
 */
export function noteNavigation(pathname: string | null): void {
  next = pathname
}

/** Whether another page is being opened. Changing the current page's address now would cancel that. */
export const isLeaving = (): boolean => next !== null && next !== window.location.pathname
