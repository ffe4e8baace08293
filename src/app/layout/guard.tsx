import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useOnline } from '@/lib/page/use-online'
import type { Viewer } from '../pages/page'
import { FullSpinner } from './full-spinner'

interface GuardProps {
  viewers: readonly Viewer[]
  /** True if the page may be shown before it is known who is signed in. It then shows no personal data. */
  isEarly?: boolean
  children: ReactNode
}

/**
 * Renders a page only for the roles in `viewers`. Other people are redirected to the sign-in page. Signed-out people return to
 * this page after signing in; people with another role are sent on to their own first page (section 2 of the specification).
 */
export function Guard({ viewers, isEarly = false, children }: GuardProps) {
  const { status, role } = useSession()
  const location = useLocation()
  if (status === 'loading') return isEarly ? children : <Unconfirmed pathname={location.pathname} />
  if (!role) return <Navigate to={loginPath(location.pathname + location.search, location.hash)} replace />
  if (!viewers.includes(role)) return <Navigate to={loginPath()} replace />
  return children
}

/** If it is not known for this long (ms) who is signed in, the network counts as out. */
const PATIENCE_MS = 5000

/**
 * A page that waits until it is known who is signed in. If the network is out, it leads on to the trip under way that this device
 * stores.
 */
function Unconfirmed({ pathname }: { pathname: string }) {
  const isOnline = useOnline()
  const [isLate, setLate] = useState(false)
  const [trip, setTrip] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  const isOut = isLate || !isOnline
  useEffect(() => {
    if (isOut) void import('../start-path').then(({ tripPathFrom }) => setTrip(tripPathFrom(pathname)))
  }, [isOut, pathname])
  return trip ? <Navigate to={trip} replace /> : <FullSpinner />
}
