import type { Role } from '@/entities/person'
import { BookingPage } from '@/features/bookings/panel'
import { PortalAround } from '../../layout/portal-frame'

/** A booking as staff works on it, with the portal around it. */
export function StaffTrip({ role }: { role: Role | null }) {
  return (
    <PortalAround role={role}>
      <BookingPage />
    </PortalAround>
  )
}
