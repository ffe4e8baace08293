import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useTripLimits } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/days'
import { dayOf } from '@/lib/zoned'
import { daysFrom, type Limits, slotsOf } from '../slots'
import type { Embed } from './use-embed'

/** Number of days offered in the frame; later ones can be booked on our site. */
const DAYS = 14

/** The choice of the start time: now, or a day and a quarter-hour. */
export function EmbedWhen({ embed }: { embed: Embed }) {
  const { t } = useTranslation('embed')
  const { tripAt, setTripAt } = embed
  const { data: limits } = useTripLimits()
  const { timeZone } = useFormat()
  if (!limits) return null
  const change = (when: 'now' | 'later') => {
    const first = when === 'later' ? slotsOf(dayOf(limits.earliest, timeZone), timeZone, limits)[0] : undefined
    const next = when === 'later' ? slotsOf(daysFrom(limits, timeZone, 2)[1] ?? '', timeZone, limits)[0] : undefined
    setTripAt((first ?? next)?.local ?? '')
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
  const [day, setDay] = useState(tripAt.slice(0, 10))
  const slots = slotsOf(day, timeZone, limits)
  const changeDay = (next: string) => {
    const of = slotsOf(next, timeZone, limits)
    const same = of.find(({ local }) => local.slice(11) === tripAt.slice(11))
    setDay(next)
    onChange((same ?? of[0])?.local ?? tripAt)
  }
  return (
    <div className="grid grid-cols-2 gap-2">
      <Select
        isTall
        aria-label={t('booking_dialogs:day')}
        value={day}
        onChange={(event) => changeDay(event.target.value)}
      >
        {daysFrom(limits, timeZone, DAYS).map((one) => (
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
        {slots.map(({ local, at }) => (
          <option key={local} value={local}>
            {time(at)}
          </option>
        ))}
      </Select>
    </div>
  )
}
