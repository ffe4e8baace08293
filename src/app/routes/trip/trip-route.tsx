import { lazy, Suspense } from 'react'
import type { Role } from '@/entities/person'
import { ChatButton, UnreadCount } from '@/features/common/chat'
import { TripPage } from '@/features/common/trip-page'
import { useLostPosition, useOwnPosition } from '@/features/driver/drive'
import { chime } from '@/lib/page/sound'
import { usePanelPlace } from '@/lib/page/use-media'
import { DemoCorner } from '../../demo'
import { DriverBreak } from '../../driver-break'
import { FullSpinner } from '../../layout/full-spinner'
import { isStaff, useKnownRole } from '../../layout/known-role'
import { SiteHeader } from '../../layout/site-header'
import { LateSignInAgain } from '../../sign-in-again'

const NextJob = lazy(() =>
  import('@/features/driver/drive/components/next').then((part) => ({ default: part.NextJob }))
)

/** The portal's page of a booking, for staff. It loads on demand: riders and drivers do not need it. */
const StaffTrip = lazy(async () => {
  const [{ PortalAround }, { BookingPage }] = await Promise.all([
    import('../../layout/portal-frame'),
    import('@/features/common/booking-lists/components/panel')
  ])
  return {
    default: ({ role }: { role: Role | null }) => (
      <PortalAround role={role}>
        <BookingPage />
      </PortalAround>
    )
  }
})

/** The page of a booking. Its rider and driver see the trip; staff see the booking in the portal. */
export function TripRoute() {
  const role = useKnownRole()
  if (!isStaff(role)) return <OwnTrip />
  return (
    <Suspense fallback={<FullSpinner />}>
      <StaffTrip role={role} />
    </Suspense>
  )
}

/** A trip as its rider or driver sees it, with the chat and the driver's position. On a phone the map fills the window. */
function OwnTrip() {
  const ownPosition = useOwnPosition()
  const lostPosition = useLostPosition()
  const isFloating = usePanelPlace() === 'floating'
  return (
    <>
      {isFloating ? <SiteHeader floating /> : <DemoCorner isBetween />}
      <TripPage
        chat={(slot) => <ChatButton {...slot} />}
        unread={(slot) => <UnreadCount {...slot} />}
        ownPosition={ownPosition}
        lostPosition={lostPosition}
        chime={chime}
        next={(trip) => (
          <Suspense>
            <NextJob {...trip} />
          </Suspense>
        )}
        signIn={<LateSignInAgain />}
        rest={(driverId) => <DriverBreak driverId={driverId} isSmall />}
      />
    </>
  )
}
