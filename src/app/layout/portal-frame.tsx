import { lazy, Suspense } from 'react'
import { useSession } from '@/entities/person'
import { addPortalWords } from '@/lib/i18n'
import { loadAgain } from '@/lib/load-again'
import { usePage } from '../pages/use-page'
import { FullSpinner } from './full-spinner'
import { isStaff, lastRole, useKnownRole } from './known-role'
import { PageLayout } from './page-layout'

/** The frame with the words of all that stands in it. */
async function loadPortal() {
  const [portal] = await Promise.all([loadAgain(() => import('./portal-layout')), addPortalWords()])
  return portal
}
const PortalLayout = lazy(async () => ({ default: (await loadPortal()).PortalLayout }))

// At the same time as the page itself.
if (isStaff(lastRole())) void loadPortal()

/** Staff has the portal around its pages; a rider's or driver's own stand in the site. */
export function PortalFrame() {
  const { status } = useSession()
  const role = useKnownRole()
  const { viewers } = usePage()
  const isForStaff = !viewers.includes('rider') && !viewers.includes('driver')
  if (!isStaff(role) && !(status === 'loading' && isForStaff)) return <PageLayout />
  return (
    <Suspense fallback={<FullSpinner />}>
      <PortalLayout role={role} />
    </Suspense>
  )
}
