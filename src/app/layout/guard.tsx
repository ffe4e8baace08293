import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '@/config/paths'
import { useSession } from '@/entities/person'
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
  if (status === 'loading') return isEarly ? children : <FullSpinner />
  if (!role) return <Navigate to={loginPath(location.pathname + location.search, location.hash)} replace />
  if (!viewers.includes(role)) return <Navigate to={loginPath()} replace />
  return children
}
