import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { PageFrame } from '@/components/ui/page-frame'
import { useSession } from '@/entities/person'
import { ListSkeleton } from './components/list-skeleton'
import { topicOf } from './hooks/use-live-lists'

/** Loads the staff's table of bookings. Riders and drivers do not load it; they load their own list and its filter texts. */
const loadDesk = async () => (await import('./components/desk/desk-bookings')).DeskBookings
const LateDesk = lazy(async () => ({ default: await loadDesk() }))
let loadedDesk: Awaited<ReturnType<typeof loadDesk>> | null = null
const loadOwn = async () => (await import('./components/own/own-bookings')).OwnBookings
const LateOwn = lazy(async () => ({ default: await loadOwn() }))
let loadedOwn: Awaited<ReturnType<typeof loadOwn>> | null = null

/**
 * Loads the page together with the part for this person's role. If the part were loaded later, its skeleton would stay for at
 * least 300 ms, because React does not replace a fallback sooner.
 */
export async function loadBookings(isStaff: boolean) {
  if (isStaff) loadedDesk = await loadDesk()
  else loadedOwn = await loadOwn()
  return BookingsPage
}

/** The page of bookings: a rider's or driver's own trips; for staff a table of all trips in their care. */
function BookingsPage() {
  const { user, role } = useSession()
  if (!user || !role) return null
  const isOwn = role === 'rider' || role === 'driver'
  const Desk = loadedDesk ?? LateDesk
  const Own = loadedOwn ?? LateOwn
  return (
    <Suspense fallback={<Waits isOwn={isOwn} />}>
      {isOwn ? <Own userId={user.id} kind={role} /> : <Desk topic={topicOf(role, user.id)} />}
    </Suspense>
  )
}

function Waits({ isOwn }: { isOwn: boolean }) {
  const { t } = useTranslation('bookings')
  return (
    <PageFrame title={t(isOwn ? 'title' : 'title_desk')} width={isOwn ? 'column' : 'full'}>
      <div className="mt-6">
        <ListSkeleton />
      </div>
    </PageFrame>
  )
}
