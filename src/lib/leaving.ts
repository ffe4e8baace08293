/** The page that somebody is on the way to: its program may still have to come. */
let next: string | null = null

/** The router tells of each navigation, and null once it has ended. React hears of it too late for what comes between. */
export function noteNavigation(pathname: string | null): void {
  next = pathname
}

/** Whether the page that is shown is about to go; what changes its address now would bring it back. */
export const isLeaving = (): boolean => next !== null && next !== window.location.pathname
