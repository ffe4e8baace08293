import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useTripLimits } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf, instantToZoned } from '@/lib/time/zoned'
import { daysFrom, type Limits, slotsOf } from '../../model/slots'
import { ClockNote } from '../clock-note'
import type { Embed } from './use-embed'

/** Number of days offered in the frame; later ones can be booked on our site. */
const DAYS = 14

/** Returns the days that have a start time: today may have none left, and the last day may end before its first. */
const daysWith = (limits: Limits, timeZone: string): string[] =>
  daysFrom(serverNow(), limits, timeZone, DAYS).filter(
    (day, index, { length }) => (index > 0 && index < length - 1) || slotsOf(day, timeZone, limits).length > 0
  )

/** The choice of the start time: now, or a day and a quarter-hour. */
export function EmbedWhen({ embed }: { embed: Embed }) {
  const { t } = useTranslation('embed')
  const { tripAt, setTripAt } = embed
  const { data: limits } = useTripLimits()
  const { timeZone } = useFormat()
  if (!limits) return null
  const change = (when: 'now' | 'later') => {
    const first = daysWith(limits, timeZone)[0]
    setTripAt(when === 'later' && first ? (slotsOf(first, timeZone, limits)[0]?.value ?? '') : '')
  }
  return (
    <div className="space-y-2">
      <Segmented
        label={t('booking:when')}
        value={tripAt ? 'later' : 'now'}
        onChange={change}
        options={[
          { value: 'now', label: t('booking:now') },
          { value: 'later', label: t('later') }
        ]}
      />
      {tripAt && <Later limits={limits} tripAt={tripAt} onChange={setTripAt} />}
    </div>
  )
}

interface LaterProps {
  limits: Limits
  tripAt: string
  onChange: (tripAt: string) => void
}

function Later({ limits, tripAt, onChange }: LaterProps) {
  const { t } = useTranslation('embed')
  const { locale, timeZone, time } = useFormat()
  const at = Date.parse(tripAt)
  const [day, setDay] = useState(dayOf(at, timeZone))
  const slots = slotsOf(day, timeZone, limits)
  const changeDay = (next: string) => {
    const of = slotsOf(next, timeZone, limits)
    const same = of.find(({ clock }) => clock === instantToZoned(at, timeZone).slice(11))
    setDay(next)
    onChange((same ?? of[0])?.value ?? tripAt)
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        isTall
        aria-label={t('booking_dialogs:day')}
        value={day}
        onChange={(event) => changeDay(event.target.value)}
      >
        {daysWith(limits, timeZone).map((one) => (
          <option key={one} value={one}>
            {writtenDay(one, locale, { weekday: 'short', day: 'numeric', month: 'short' })}
          </option>
        ))}
      </Select>
      <Select
        isTall
        aria-label={t('booking_dialogs:pickup_at')}
        value={tripAt}
        onChange={(event) => onChange(event.target.value)}
      >
        {slots.map((slot) => (
          <option key={slot.value} value={slot.value}>
            {time(slot.at)}
          </option>
        ))}
      </Select>
      <ClockNote day={day} className="col-span-2" />
    </div>
  )
}
