import { lazy, Suspense, useState } from 'react'
import { DataTable } from '@/components/data-table'
import { useTableHost } from '@/entities/person'
import { loadAgain } from '@/lib/load-again'
import { type AskedRow, useBookingTable } from './use-booking-table'

const BookingAction = lazy(async () => ({ default: (await loadAgain(() => import('../panel'))).BookingAction }))

/** All bookings for the staff, as a table. */
export function DeskBookings({ topic }: { topic: string }) {
  const [asked, setAsked] = useState<AskedRow | null>(null)
  const definition = useBookingTable(topic, setAsked)
  const host = useTableHost()
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {asked && (
        <Suspense>
          <BookingAction bookingId={asked.booking.id} action={asked.command} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </main>
  )
}
