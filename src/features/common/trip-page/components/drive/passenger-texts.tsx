import { MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import type { Booking } from '@/entities/booking'
import { useFormat, useSettings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { pollInterval } from '@/lib/server/live'
import { supabase } from '@/lib/server/supabase'
import { useBroadcast } from '@/lib/server/use-broadcast'

const getTexts = async (bookingId: string) => await unwrap(supabase.rpc('passenger_texts', { booking_id: bookingId }))

/** What the people of a running trip wrote to the firm by text message, if the firm shows that to drivers. */
export function PassengerTexts({ booking }: { booking: Booking }) {
  const { settings } = useSettings()
  return settings?.driver_reads_texts && booking.driver_id ? (
    <Texts bookingId={booking.id} status={booking.status} driverId={booking.driver_id} />
  ) : null
}

function Texts({ bookingId, status, driverId }: { bookingId: string; status: string; driverId: string }) {
  const { t } = useTranslation('drive')
  const { time } = useFormat()
  const channel = useBroadcast(`driver:${driverId}`, () => texts.mutate(), { events: ['text'] })
  // With each step of the trip the answer may end.
  const texts = useSWR(['passenger-texts', bookingId, status] as const, ([, id]) => getTexts(id), {
    refreshInterval: pollInterval(channel)
  })
  if (!texts.data?.length) return null
  return (
    <section aria-label={t('passenger_texts.title')} aria-live="polite" className="rounded-card border border-line p-3">
      <h3 className="flex items-center gap-2 text-sm font-medium">
        <MessageSquareText aria-hidden className="size-4 text-muted" />
        {t('passenger_texts.title')}
      </h3>
      <ul className="mt-2 space-y-2">
        {texts.data.map(({ id, at, who, words }) => (
          <li key={id}>
            <p dir="auto" className="break-words whitespace-pre-line">
              {words}
            </p>
            <p className="text-xs text-muted">
              {t(`passenger_texts.who.${who ?? 'customer'}`)} · <bdi className="tabular">{time(at)}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
