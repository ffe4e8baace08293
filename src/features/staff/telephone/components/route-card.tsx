import { ArrowUpDown, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import {
  DropSign,
  MAX_STOPS,
  PickupSign,
  PlaceField,
  placeAt,
  type SavedPlace,
  type Slot,
  StopSign,
  withPlace
} from '@/entities/place'
import { useFormat } from '@/entities/settings'
import { ariaKeys, type Keys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCall, useCallFare, useFocusOfCall, useOrderOfCall } from '../hooks/use-call'

const PICKUP = 'alt+p'
const DROP = 'alt+o'
const STOP = 'alt+s'
const SWAP = 'alt+y'

/** The fields for pickup, stops and drop-off. */
export function RouteCard() {
  const { t } = useTranslation('telephone')
  const { call, change } = useCall()
  const { focus } = useFocusOfCall()
  const { quote } = useCallFare()
  const { distance, duration } = useFormat()
  const group = t('keys.form')
  const canStop = call.stops.length < MAX_STOPS
  const addStop = () => {
    change({ stops: [...call.stops, null] })
    focus({ stop: call.stops.length })
  }
  const swap = () => change({ pickup: call.drop, drop: call.pickup, stops: call.stops.toReversed() })
  useShortcut({ keys: PICKUP, label: t('booking:pickup'), group, run: () => focus('pickup') })
  useShortcut({ keys: DROP, label: t('booking:drop'), group, run: () => focus('drop') })
  useShortcut({ keys: STOP, label: t('booking:add_stop_label'), group, run: addStop, isOff: !canStop })
  useShortcut({ keys: SWAP, label: t('booking:search.swap'), group, run: swap })
  return (
    <section aria-label={t('booking:search.route')} className="space-y-2">
      <div className="relative rounded-card bg-soft">
        <span aria-hidden className="absolute start-[19.5px] top-8 bottom-8 w-px bg-line-strong/60" />
        <RouteField slot="pickup" label={t('booking:pickup')} sign={<PickupSign />} keys={PICKUP} />
        {call.stops.map((_, index) => (
          <RouteField
            // biome-ignore lint/suspicious/noArrayIndexKey: a stop is identified by its position
            key={index}
            slot={{ stop: index }}
            label={t('booking:stop', { index: index + 1 })}
            sign={<StopSign index={index + 1} />}
            action={<RemoveStop index={index} />}
          />
        ))}
        <RouteField slot="drop" label={t('booking:drop')} sign={<DropSign />} keys={DROP} />
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {canStop && (
          <Button
            variant="ghost"
            size="sm"
            className="max-md:h-11"
            aria-keyshortcuts={ariaKeys(STOP)}
            onClick={addStop}
          >
            <Plus aria-hidden />
            {t('booking:add_stop')}
            <Kbd keys={STOP} className="max-md:hidden" />
          </Button>
        )}
        <Button variant="ghost" size="sm" className="max-md:h-11" aria-keyshortcuts={ariaKeys(SWAP)} onClick={swap}>
          <ArrowUpDown aria-hidden />
          {t('swap')}
          <Kbd keys={SWAP} className="max-md:hidden" />
        </Button>
        {quote && (
          <span className="ms-auto pe-2 text-sm text-muted tabular">
            <bdi>{distance(quote.distance_in_km)}</bdi> · <bdi>{duration(quote.time_in_secs)}</bdi>
          </span>
        )}
      </div>
    </section>
  )
}

/** Returns up to eight places to offer: first the caller's saved places, then the places of earlier trips. */
function useOfferedPlaces(): SavedPlace[] {
  const { caller } = useCall()
  const ends = (caller?.trips ?? []).flatMap(({ pickup, drop }) => [pickup, drop])
  const all: SavedPlace[] = [...(caller?.places ?? []), ...ends.map((place) => ({ label: null, place }))]
  return all.filter(({ place }, index) => all.findIndex((other) => other.place.add === place.add) === index).slice(0, 8)
}

interface RouteFieldProps {
  slot: Slot
  label: string
  sign: ReactNode
  keys?: Keys
  action?: ReactNode
}

function RouteField({ slot, label, sign, keys, action }: RouteFieldProps) {
  const { call, home, caller, isShown } = useCall()
  const { spot, focus, fill } = useFocusOfCall()
  const { problemKey } = useOrderOfCall()
  const offered = useOfferedPlaces()
  const value = placeAt(call, slot)
  const other = slot === 'pickup' ? call.drop : (call.pickup ?? call.drop)
  const isSearched = isShown && JSON.stringify(spot?.at) === JSON.stringify(slot)
  return (
    <>
      {slot !== 'pickup' && <span aria-hidden className="ms-10 me-3.5 block h-px bg-line" />}
      <PlaceField
        label={label}
        sign={sign}
        value={value}
        offered={offered}
        userId={null}
        covers={() => true}
        near={other ?? caller?.trips[0]?.pickup ?? home}
        from={other}
        isSearched={isSearched}
        onFocus={() => isSearched || focus(slot)}
        onPickOnMap={() => undefined}
        onChange={(place) => fill(slot, withPlace(call, slot, place))}
        invalid={problemKey === 'select_proper' && typeof slot === 'string' && !value}
        action={action ?? (keys && <Kbd keys={keys} className="me-2 max-md:hidden" />)}
      />
    </>
  )
}

function RemoveStop({ index }: { index: number }) {
  const { t } = useTranslation('booking')
  const { call, change } = useCall()
  return (
    <button
      type="button"
      aria-label={t('remove_stop', { index: index + 1 })}
      onClick={() => change({ stops: call.stops.filter((_, at) => at !== index) })}
      className="grid size-11 place-items-center rounded-control text-muted hover:bg-line hover:text-ink md:size-8"
    >
      <X aria-hidden className="size-4" />
    </button>
  )
}
