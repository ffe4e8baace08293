import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSWRConfig } from 'swr'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner, ErrorState } from '@/components/ui/error-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { useBooking } from '@/entities/booking'
import { useReader } from '@/entities/person'
import { toAppError } from '@/lib/server/errors'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { type BookingPanelProps, OpenBooking } from './open-booking'

/** The panel of one booking for the office: people, places, times, actions and all details. */
export function BookingPanel({ bookingId, level = 2, onClose, onReplay }: BookingPanelProps) {
  const { t } = useTranslation('panel')
  const { mutate: mutateAny } = useSWRConfig()
  const { data: booking, error, mutate } = useBooking(bookingId, useReader())
  // Reads all data of the panel again after offers, drivers' answers and changes of the booking. The booking's row is left out,
  // because `useBooking` updates it.
  useBroadcast(
    `booking:${bookingId}`,
    () => mutateAny((key) => Array.isArray(key) && key[1] === bookingId && key[0] !== 'booking'),
    {
      events: ['dispatch', 'booking']
    }
  )
  const isGone = error ? toAppError(error).key === 'not_found' : false
  if (isGone) {
    return (
      <EmptyState icon={SearchX} title={t('gone.title')} heading={level === 1 ? 'h1' : 'h2'}>
        {t('gone.text')}
      </EmptyState>
    )
  }
  if (!booking) return error ? <ErrorState error={error} onRetry={() => void mutate()} /> : <PanelWaits />
  return (
    <>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} className="m-3" /> : null}
      <OpenBooking
        key={booking.id}
        booking={booking}
        level={level}
        {...(onClose ? { onClose } : {})}
        {...(onReplay ? { onReplay } : {})}
      />
    </>
  )
}

function PanelWaits() {
  const { t } = useTranslation('panel')
  return (
    <Loading label={t('loading')} className="space-y-4 p-5">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-8" />
      <Skeleton className="h-28 rounded-card" />
      <Skeleton className="h-28 rounded-card" />
    </Loading>
  )
}
