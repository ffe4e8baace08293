import { paths } from '@/config/paths'
import { keptUnderWay } from '@/entities/booking'
import { mayBeSignedIn, storedUser } from '@/lib/session/auth-client'
import { ENDED, isPaused, pause, SESSION } from '@/lib/session/session-pause'
import { readStored, store } from '@/lib/storage/stored'

/** The pages that lead to the trip under way if they are opened without a network: each of them needs one itself. */
const LEADING: readonly string[] = [paths.home, paths.drive, paths.bookings]

/** The first page of each role in the installed app. Riders and visitors stay at the start address, which has the form. */
const STARTS: Record<string, string> = { driver: paths.drive, admin: paths.dashboard, fleetadmin: paths.dashboard }

/** The path of the trip under way that this device stores; null if there is none. */
export function tripPath(): string | null {
  const id = keptUnderWay()
  return id === null ? null : paths.booking(id)
}

/** As `tripPath`, but null if this page does not lead to the trip. */
export const tripPathFrom = (pathname: string): string | null => (LEADING.includes(pathname) ? tripPath() : null)

/**
 * Returns the path of the page to open instead of the one at this address; null if that one is right.
 *
 * - For a person whose session has ended elsewhere, and who is asked for a code there, it is the trip under way.
 * - Without a network, too; for a driver without one, the work page.
 * - The installed app starts at `/`, which decides: the trip under way, else the first page of the person's role. An address with
 *   a query or a fragment asks for something else, for example a ride to book.
 */
export function startPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>, isOut: boolean) {
  if (!isOut && (pathname !== paths.home || search || hash)) return null
  const trip = tripPathFrom(pathname)
  const first = STARTS[storedUser()?.role ?? ''] ?? null
  if (trip || !isOut) return trip ?? first
  return pathname === paths.home && first === paths.drive ? first : null
}

/** Whether this is the first page since the app was started, and not one that the person has reloaded or gone back to. */
const isStart = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'navigate')

/** Replaces the page's address, before the router reads it, if another page is to be opened. */
export function leadOn(): void {
  const { classList, dataset } = document.documentElement
  const isOut = !navigator.onLine || 'kept' in dataset
  const own = mayBeSignedIn() && (isOut || isStart()) ? startPath(location, isOut) : null
  const path = isPaused() ? tripPath() : own
  if (path === null) return
  // The prerendered HTML is of the page that is not shown.
  classList.add('unpainted')
  history.replaceState(history.state, '', path)
}

/** So long the session client takes a kept session for valid (s): ten years. */
const YEARS_S = 10 * 365 * 86_400

/**
 * Keeps a session that was ended elsewhere, and opens the trip under way, where the person is asked for a code.
 *
 * @param refused the request of a refresh that Auth has refused; without it, the stored session has ended
 * @returns whether there is such a trip; otherwise the session ends as any other
 */
export async function pauseForTrip(
  { navigate }: { navigate: (to: string) => Promise<void> },
  refused?: string
): Promise<boolean> {
  const path = tripPath()
  const session = readStored(SESSION) as { refresh_token?: string } | null
  if (path === null || session === null) return false
  // The refused session is not the stored one: the person has signed in again meanwhile.
  if (refused !== undefined && !refused.includes(session.refresh_token ?? '')) return true
  store(SESSION, {
    ...session,
    expires_in: YEARS_S,
    expires_at: Math.floor(Date.now() / 1000) + YEARS_S,
    refresh_token: ENDED
  })
  pause.tell()
  if (location.pathname !== path) void navigate(path)
  return true
}
