import type { StaffBooking } from '@/entities/booking'

/**
 * The cell with a booking's way: pickup above, drop below. Street and number come first and are shown whole; if there is too
 * little room, the town is cut.
 */
export function WayCell({ booking }: { booking: StaffBooking }) {
  return (
    <span className="block leading-4">
      <Place address={booking.pickup_address} />
      <Place address={booking.drop_address} isDrop />
    </span>
  )
}

function Place({ address, isDrop = false }: { address: string | null; isDrop?: boolean }) {
  if (!address) return <span className="block text-muted">–</span>
  const [street = address, ...town] = address.split(/(?=[,،、，]\s*)/)
  return (
    <bdi title={address} className={isDrop ? 'flex min-w-0 text-muted' : 'flex min-w-0'}>
      <span className="max-w-full shrink-0 truncate">{street}</span>
      <span className="min-w-0 truncate text-muted">{town.join('')}</span>
    </bdi>
  )
}
