import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { loginPath } from '@/config/paths'
import { useSession } from '@/entities/person'
import type { Viewer } from '../pages/page'
import { FullSpinner } from './full-spinner'

/** Lets the listed people pass; anyone else is sent to sign in and comes back afterwards (spec section 2). */
export function Guard({ viewers, children }: { viewers: readonly Viewer[]; children: ReactNode }) {
  const { status, role } = useSession()
  const location = useLocation()
  if (status === 'loading') return <FullSpinner />
  if (!role) return <Navigate to={loginPath(location.pathname + location.search)} replace />
  if (!viewers.includes(role)) return <Navigate to={loginPath()} replace />
  return children
}
