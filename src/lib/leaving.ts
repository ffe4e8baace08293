/** The page being navigated to; its code may still be loading. */
let next: string | null = null

/**
 * The router reports each navigation here, and null when it has ended. React learns of it too late for what happens in between.
 */
export function noteNavigation(pathname: string | null): void {
  next = pathname
}

/** Whether the current page is about to be left. Changing its address now would bring it back. */
export const isLeaving = (): boolean => next !== null && next !== window.location.pathname
