import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { DataTable } from '@/components/data-table'
import { AssignDialog, CancelDialog } from '@/entities/booking'
import { useTableHost } from '@/entities/person'
import { type AskedRow, useBookingTable } from './use-booking-table'

/** All bookings for the staff, as a table. */
export function DeskBookings({ topic }: { topic: string }) {
  const [asked, setAsked] = useState<AskedRow | null>(null)
  const definition = useBookingTable(topic, setAsked)
  const host = useTableHost()
  return (
    <main id="main" className="h-[calc(100svh-var(--bar))] min-h-[30rem]">
      <DataTable definition={definition} host={host} />
      {asked && <RowDialog asked={asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

/** The question about a command. The row follows by the channel. */
function RowDialog({ asked: { command, booking }, onClose }: { asked: AskedRow; onClose: () => void }) {
  const { t } = useTranslation('trips')
  const { mutate } = useSWRConfig()
  const shared = { booking, isOpen: true, onOpenChange: (isOpen: boolean) => !isOpen && onClose() }
  const onAnswer = () => void mutate(['booking', booking.id])
  if (command === 'assign') return <AssignDialog {...shared} onAnswer={onAnswer} />
  return <CancelDialog {...shared} party="staff" consequence={t('cancel.staff')} onCancelled={onAnswer} />
}
