import { lazy, type ReactNode, Suspense } from 'react'
import { type Role, useSession } from '@/entities/person'
import { usePage } from '../pages/use-page'
import { FullSpinner } from './full-spinner'
import { isStaff, lastRole, useKnownRole } from './known-role'
import { PageLayout } from './page-layout'

const loadPortal = () => import('./portal-layout')
const PortalLayout = lazy(async () => ({ default: (await loadPortal()).PortalLayout }))

// If the last session in this browser belonged to staff, starts loading the portal at once, in parallel with the page itself.
if (isStaff(lastRole())) void loadPortal()

/** The frame of pages with the layout `portal`: for staff the portal, for riders and drivers the site's header and footer. */
export function PortalFrame() {
  const { status } = useSession()
  const role = useKnownRole()
  const { viewers } = usePage()
  const isForStaff = !viewers.includes('rider') && !viewers.includes('driver')
  if (!isStaff(role) && !(status === 'loading' && isForStaff)) return <PageLayout />
  return <PortalAround role={role} />
}

/** Renders the portal's frame around `children`; without `children`, around the current page of the router. */
export function PortalAround({ role, children }: { role: Role | null; children?: ReactNode }) {
  return (
    <Suspense fallback={<FullSpinner />}>
      <PortalLayout role={role}>{children}</PortalLayout>
    </Suspense>
  )
}
