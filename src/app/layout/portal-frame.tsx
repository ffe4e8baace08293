import { lazy, type ReactNode, Suspense } from 'react'
import { type Role, useSession } from '@/entities/person'
import { addPortalWords } from '@/lib/i18n'
import { loadAgain } from '@/lib/load-again'
import { usePage } from '../pages/use-page'
import { FullSpinner } from './full-spinner'
import { isStaff, lastRole, useKnownRole } from './known-role'
import { PageLayout } from './page-layout'

/** The frame with the texts of everything in it. */
async function loadPortal() {
  const [portal] = await Promise.all([loadAgain(() => import('./portal-layout')), addPortalWords()])
  return portal
}
const PortalLayout = lazy(async () => ({ default: (await loadPortal()).PortalLayout }))

// In parallel with the page itself.
if (isStaff(lastRole())) void loadPortal()

/** Staff see the portal around their pages; riders and drivers see the same pages in the site. */
export function PortalFrame() {
  const { status } = useSession()
  const role = useKnownRole()
  const { viewers } = usePage()
  const isForStaff = !viewers.includes('rider') && !viewers.includes('driver')
  if (!isStaff(role) && !(status === 'loading' && isForStaff)) return <PageLayout />
  return <PortalAround role={role} />
}

/** The portal around the router's page, or around a page that others see without the portal. */
export function PortalAround({ role, children }: { role: Role | null; children?: ReactNode }) {
  return (
    <Suspense fallback={<FullSpinner />}>
      <PortalLayout role={role}>{children}</PortalLayout>
    </Suspense>
  )
}
