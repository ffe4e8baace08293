import { BookingsPage } from '@/features/bookings'
import { Guard } from '../../layout/guard'

export function BookingsRoute() {
  return (
    <Guard roles={['rider', 'driver', 'admin', 'fleetadmin']}>
      <BookingsPage />
    </Guard>
  )
}
