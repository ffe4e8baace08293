import { RadioGroup } from 'radix-ui'
import { type MouseEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from '@/components/ui/dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { useTripLimits } from '@/entities/booking'
import { useFormat } from '@/entities/settings'
import { useSettledChoice } from '@/lib/hooks/use-settled-choice'
import { addDays, writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf, readMoment } from '@/lib/time/zoned'
import { useBookingDraft } from '../hooks/use-booking-screen'
import { daysFrom, type Limits, slotsOf } from '../model/slots'
import { ClockNote } from './clock-note'

/** Number of days offered as buttons: one week. Later days are chosen in the calendar. */
const DAYS = 7

/** The dialog for the start time: now, or a day and a quarter-hour. It offers only times that the server accepts. */
export function WhenDialog() {
  const { t } = useTranslation('booking_dialogs')
  const { dispatch } = useBookingDraft()
  const limits = useTripLimits()
  return (
    <Dialog open onOpenChange={(open) => !open && dispatch({ do: 'ask', question: null })}>
      <DialogContent className="flex flex-col">
        <DialogHeader>
          <DialogTitle>{t('booking:when')}</DialogTitle>
          <DialogDescription>{limits.data ? <LimitWords limits={limits.data} /> : t('pickup_at')}</DialogDescription>
        </DialogHeader>
        <Button size="lg" variant="outline" onClick={() => dispatch({ do: 'set_when', when: 'now' })}>
          {t('booking:now')}
        </Button>
        {limits.data ? (
          <Times limits={limits.data} />
        ) : limits.error ? (
          <ErrorBanner error={limits.error} onRetry={() => void limits.mutate()} />
        ) : (
          <Skeleton className="mt-4 h-64" />
        )}
      </DialogContent>
    </Dialog>
  )
}

function LimitWords({ limits: { earliest, latest } }: { limits: Limits }) {
  const { t } = useTranslation('booking_dialogs')
  const { dateTime } = useFormat()
  return t('when_limits', { from: dateTime(earliest), until: dateTime(latest) })
}

function Times({ limits }: { limits: Limits }) {
  const { t } = useTranslation('booking_dialogs')
  const { timeZone } = useFormat()
  const { state, dispatch } = useBookingDraft()
  const { when, tripAt } = state.draft
  const at = when === 'later' ? readMoment(tripAt, timeZone) : null
  const chosen = at !== null && at >= limits.earliest ? at : null
  const [day, setDay] = useState(dayOf(chosen ?? limits.earliest, timeZone))
  const choice = useSettledChoice(chosen === null ? '' : new Date(chosen).toISOString(), (next) =>
    dispatch({ do: 'set_when', when: 'later', tripAt: next })
  )
  const slots = slotsOf(day, timeZone, limits)
  return (
    <>
      <Days day={day} limits={limits} onChange={setDay} />
      <ClockNote day={day} className="mt-3" />
      {slots.length === 0 && <p className="mt-3 text-sm text-muted">{t('no_times')}</p>}
      <RadioGroup.Root
        aria-label={t('pickup_at')}
        {...choice.root}
        className="-mx-1 mt-3 grid max-h-60 grid-cols-4 gap-2 overflow-y-auto p-1"
      >
        {slots.map((slot) => (
          <Slot key={slot.value} value={slot.value} at={slot.at} {...choice.item(slot.value)} />
        ))}
      </RadioGroup.Root>
      {choice.isMoved && (
        <Button size="lg" variant="accent" className="mt-3 shrink-0" onClick={choice.settle}>
          {t('take_choice')}
        </Button>
      )}
    </>
  )
}

interface SlotProps {
  value: string
  at: number
  onClick: (event: MouseEvent) => void
}

function Slot({ value, at, onClick }: SlotProps) {
  const { time } = useFormat()
  return (
    <RadioGroup.Item
      value={value}
      onClick={onClick}
      className="h-11 rounded-control border border-line text-sm tabular hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-paper"
    >
      {time(at)}
    </RadioGroup.Item>
  )
}

function Days({ day, limits, onChange }: { day: string; limits: Limits; onChange: (day: string) => void }) {
  const { t } = useTranslation('booking_dialogs')
  const { locale, timeZone } = useFormat()
  const now = serverNow()
  const today = dayOf(now, timeZone)
  const days = daysFrom(now, limits, timeZone, DAYS)
  const nameOf = (one: string) => {
    if (one === today) return t('today')
    if (one === addDays(today, 1)) return t('tomorrow')
    return writtenDay(one, locale, { weekday: 'short', day: 'numeric', month: 'short' })
  }
  return (
    <>
      <RadioGroup.Root
        aria-label={t('day')}
        orientation="horizontal"
        value={days.includes(day) ? day : ''}
        onValueChange={onChange}
        className="-mx-1 mt-4 flex shrink-0 gap-2 overflow-x-auto p-1"
      >
        {days.map((one) => (
          <RadioGroup.Item
            key={one}
            value={one}
            className="h-10 shrink-0 rounded-full border border-line px-4 text-sm whitespace-nowrap hover:bg-soft data-[state=checked]:border-ink data-[state=checked]:bg-ink data-[state=checked]:text-paper"
          >
            {nameOf(one)}
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
      <Input
        type="date"
        aria-label={t('other_day')}
        className="mt-3 h-10 shrink-0"
        min={dayOf(limits.earliest, timeZone)}
        max={dayOf(limits.latest, timeZone)}
        value={day}
        onChange={(event) => event.target.value && onChange(event.target.value)}
      />
    </>
  )
}
