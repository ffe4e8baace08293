import { CalendarPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import type { Booking } from '@/entities/booking'
import { useFirmName } from '@/entities/settings'
import { serverNow } from '@/lib/time/server-clock'
import { calendarFile } from '../../model/calendar'

/** The button that exports a later ride as an iCalendar file for the rider's own calendar. */
export function CalendarButton({ booking }: { booking: Booking }) {
  const { t } = useTranslation('calendar')
  const firm = useFirmName()
  const download = () => {
    const now = serverNow()
    const words = { pickup: booking.pickup_address, drop: booking.drop_address, reference: booking.reference }
    const file = calendarFile(
      {
        firm,
        id: booking.id,
        tripAt: booking.trip_at,
        seconds: booking.estimate_time,
        sequence: Math.floor((now - Date.parse(booking.created_at)) / 1000),
        summary: t(booking.category === 'delivery' ? 'parcel' : 'ride', words),
        place: booking.pickup_address,
        lat: booking.pickup_lat,
        lng: booking.pickup_lng,
        text: t('text', words),
        url: new URL(paths.booking(booking.id), window.location.origin).href
      },
      now
    )
    const link = document.createElement('a')
    link.href = URL.createObjectURL(new Blob([file], { type: 'text/calendar;charset=utf-8' }))
    link.download = `${booking.reference}.ics`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href))
  }
  return (
    <Button size="lg" variant="outline" className="w-full" onClick={download}>
      <CalendarPlus aria-hidden />
      {t('add')}
    </Button>
  )
}
