import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useBooking } from '@/entities/booking'
import { useReader } from '@/entities/person'
import { useCrumb } from '@/lib/page/crumb'
import { useIsDesktop } from '@/lib/page/use-media'
import { BookingMap } from './components/panel/booking-map'
import { BookingPanel } from './components/panel/booking-panel'
import type { Replay } from './components/panel/trail/replay'

/**
 * The page of one booking for staff. On a desktop it shows the panel beside a map. On a phone it shows only the panel, which
 * then contains a small map for the replay.
 */
export function BookingPage() {
  const { id = '' } = useParams()
  const isDesktop = useIsDesktop()
  const { data: booking } = useBooking(id, useReader())
  useCrumb(booking?.reference ?? '')
  const [replay, setReplay] = useState<Replay | null>(null)
  return (
    <main id="main" className="flex h-[calc(100svh-var(--bar))] min-h-0 flex-row-reverse">
      <div className="flex min-h-0 w-full min-w-0 flex-col bg-card min-[900px]:w-[26.25rem] min-[900px]:shrink-0 min-[900px]:border-s min-[900px]:border-line">
        {!isDesktop && <BackToDesk />}
        <div className="min-h-0 flex-1">
          <BookingPanel bookingId={id} level={1} {...(isDesktop ? { onReplay: setReplay } : {})} />
        </div>
      </div>
      {isDesktop && (
        <div className="relative min-w-0 flex-1 bg-map-ground">
          {booking && <BookingMap key={booking.id} booking={booking} replay={replay} className="absolute inset-0" />}
        </div>
      )}
    </main>
  )
}

function BackToDesk() {
  const { t } = useTranslation('panel')
  return (
    <Link
      to={paths.bookings}
      className="flex min-h-10 shrink-0 items-center gap-1 px-4 text-muted text-sm hover:text-ink"
    >
      <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      {t('back')}
    </Link>
  )
}
