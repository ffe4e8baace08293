import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '@/config/paths'
import { useSession } from '@/entities/person'
import type { Viewer } from '../pages/page'
import { FullSpinner } from './full-spinner'

interface GuardProps {
  viewers: readonly Viewer[]
  /** What the page shows before the person is known contains no personal data. */
  isEarly?: boolean
  children: ReactNode
}

/** Admits the listed people; others are sent to sign in and return afterwards (spec section 2). */
export function Guard({ viewers, isEarly = false, children }: GuardProps) {
  const { status, role } = useSession()
  const location = useLocation()
  if (status === 'loading') return isEarly ? children : <FullSpinner />
  if (!role) return <Navigate to={loginPath(location.pathname + location.search, location.hash)} replace />
  if (!viewers.includes(role)) return <Navigate to={loginPath()} replace />
  return children
}
