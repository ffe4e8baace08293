import { ArrowLeftRight, RotateCcw } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '@/components/ui/kbd'
import { paymentModeOf } from '@/entities/booking'
import type { EarlierTrip } from '@/entities/person'
import { DropSign, PickupSign } from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { isolated } from '@/lib/format/isolated'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { firmText } from '@/lib/texts/firm-text'
import { cn } from '@/lib/utils'
import { useCall, useCallFare, useFocusOfCall } from '../hooks/use-call'

const LAST = 'alt+r'
const BACK = 'alt+b'

/** The caller's recent trips. One press repeats a trip, or the same trip in the opposite direction. */
export function EarlierTrips() {
  const { t } = useTranslation('telephone')
  const { call, caller } = useCall()
  const { repeat } = useFocusOfCall()
  const { isRouted } = useCallFare()
  const trips = caller?.trips ?? []
  const [latest] = trips
  const group = t('keys.form')
  // The dispatcher may press a shortcut before the caller's data has arrived. The press is then remembered for this number and
  // takes effect when the data arrives.
  const [pressed, setPressed] = useState<{ text: string; isBack: boolean } | null>(null)
  const press = (isBack: boolean) => (latest ? repeat(latest, isBack) : setPressed({ text: call.text, isBack }))
  useShortcut({ keys: LAST, label: t('trips.last'), group, run: () => press(false) })
  useShortcut({ keys: BACK, label: t('trips.last_back'), group, run: () => press(true) })
  const grant = useEffectEvent(() => {
    const isFor = pressed?.text === call.text
    if (pressed && isFor && latest) repeat(latest, pressed.isBack)
    // Forget the press once it has been used, or if this caller has no trips, or if another number is typed.
    if (!isFor || caller) setPressed(null)
  })
  const callerId = caller?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller's data may arrive before or after the press
  useEffect(() => {
    if (pressed) grant()
  }, [callerId, pressed])
  if (trips.length === 0) return null
  return (
    <section aria-label={t('trips.title')} className={cn(isRouted && 'max-lg:hidden')}>
      <h2 className="mb-2 text-sm font-medium">{t('trips.title')}</h2>
      <ul className="space-y-2">
        {trips.map((trip, index) => (
          <Trip key={trip.id} trip={trip} isLatest={index === 0} />
        ))}
      </ul>
    </section>
  )
}

function Trip({ trip, isLatest }: { trip: EarlierTrip; isLatest: boolean }) {
  const { t } = useTranslation('telephone')
  const { dateTime } = useFormat()
  const { repeat } = useFocusOfCall()
  const facts = [
    firmText(trip.car_type),
    t(`booking:${paymentModeOf(trip)}`),
    trip.times > 1 ? t('trips.times', { count: trip.times }) : dateTime(trip.at),
    trip.guest_name ? t('trips.for', { name: trip.guest_name }) : ''
  ]
  const way = { pickup: trip.pickup.add, drop: trip.drop.add }
  return (
    <li className="overflow-hidden rounded-control border border-line bg-card text-sm">
      <p className="px-3 pt-2.5">
        <End sign={<PickupSign />} address={trip.pickup.add} />
        <End sign={<DropSign />} address={trip.drop.add} />
        <span className="block truncate pt-0.5 pb-2 text-xs text-muted">
          {facts.filter(Boolean).map(isolated).join(' · ')}
        </span>
      </p>
      <div className="flex divide-x divide-line border-t border-line">
        <Repeat
          icon={<RotateCcw aria-hidden className="size-3.5" />}
          label={t('trips.again')}
          name={t('trips.way', way)}
          keys={isLatest ? LAST : null}
          onPress={() => repeat(trip, false)}
        />
        <Repeat
          icon={<ArrowLeftRight aria-hidden className="size-3.5" />}
          label={t('trips.back')}
          name={t('trips.way', { pickup: way.drop, drop: way.pickup })}
          keys={isLatest ? BACK : null}
          onPress={() => repeat(trip, true)}
        />
      </div>
    </li>
  )
}

function End({ sign, address }: { sign: ReactNode; address: string }) {
  return (
    <span className="flex items-center gap-2 font-medium">
      {sign}
      <bdi className="truncate">{address}</bdi>
    </span>
  )
}

interface RepeatProps {
  icon: ReactNode
  label: string
  name: string
  keys: string | null
  onPress: () => void
}

function Repeat({ icon, label, name, keys, onPress }: RepeatProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keys ? ariaKeys(keys) : undefined}
      onClick={onPress}
      className="flex h-11 flex-1 items-center justify-center gap-1 px-0.5 whitespace-nowrap hover:bg-soft focus-visible:-outline-offset-2 md:h-9"
    >
      {icon}
      {label}
      <span className="sr-only">: {name}</span>
      {keys && <Kbd keys={keys} className="max-md:hidden" />}
    </button>
  )
}
