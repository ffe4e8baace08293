import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import useSWR from 'swr'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import type { LatLng } from '@/lib/geo/geo'
import { useResting } from '@/lib/hooks/use-resting'
import { keptWhile } from '@/lib/server/kept-while'
import { panelKeys } from '../keys'
import type { AssignableDriver } from '../queries'
import { getAssignableDrivers } from '../queries'
import { arrange, type Seconds } from './order'
import { measure, toMeasure } from './seconds'

/** Interval at which the list of drivers is requested again (ms), because cars move. */
const REFRESH_MS = 10_000

type DriversKey = ReturnType<typeof panelKeys.drivers>
const sameBooking = keptWhile<DriversKey>(([, id], [, before]) => id === before)

/** Keeps the known driving times of a booking until new ones arrive. */
const sameRide = keptWhile<readonly [string, string, string]>(([, id], [, before]) => id === before)

const noSeconds: Seconds = {}

/**
 * How long the first list waits for the driving times (ms). Without them the nearest by straight line would be selected, and the
 * selected row does not move later.
 */
const PATIENCE_MS = 1500

/**
 * Returns the drivers for a booking in order, and the selected one. Arrow keys, Page Up and Page Down move the selection; Enter
 * chooses the selected driver.
 */
export function useDriverChoice(bookingId: string, pickup: LatLng, onChoose: (driver: AssignableDriver) => void) {
  const id = useId()
  const [text, setText] = useState('')
  const search = useResting(text.trim(), AUTOCOMPLETE_DEBOUNCE_MS)
  const answer = useSWR(
    panelKeys.drivers(bookingId, search),
    async ([, of, words]) => ({ words, drivers: await getAssignableDrivers(of, words) }),
    { refreshInterval: REFRESH_MS, use: [sameBooking] }
  )
  const { error, mutate } = answer
  const data = answer.data?.drivers
  /** Whether the list is the result for the text now in the search box, and not for an earlier text. */
  const isCurrent = answer.data?.words === text.trim()
  const nearest = toMeasure(data ?? [])
  const measured = nearest
    .map(({ driver_id }) => driver_id)
    .toSorted()
    .join()
  // Times are fetched again when the set of drivers changes, not whenever a driver moves.
  const { data: seconds = noSeconds, isValidating: isMeasuring } = useSWR(
    measured ? ['assign-seconds', bookingId, measured] : null,
    () => measure(nearest, pickup),
    { revalidateOnFocus: false, shouldRetryOnError: false, use: [sameRide] }
  )
  const [held, setHeld] = useState<string | null>(null)
  const [shown, setShown] = useState<{ ids: string[]; seconds: Seconds }>({ ids: [], seconds: noSeconds })
  const [isPatient, setPatient] = useState(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each searched text waits anew
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const isWaiting = shown.ids.length === 0 && measured !== '' && isMeasuring && isPatient
  useEffect(() => {
    if (!data || isWaiting) return
    setShown((last) => ({
      ids: arrange(data, seconds, last.ids, held ?? last.ids[0] ?? null, seconds !== last.seconds),
      seconds
    }))
  }, [data, seconds, held, isWaiting])

  const byId = new Map(data?.map((driver) => [driver.driver_id, driver]))
  const drivers = shown.ids.flatMap((one) => byId.get(one) ?? [])
  const choosable = drivers.filter(({ assignable }) => assignable)
  const at = Math.max(
    0,
    choosable.findIndex(({ driver_id }) => driver_id === held)
  )
  const active = choosable[at] ?? null
  const [isWanted, setWanted] = useState(false)
  // Enter waits for the results of the typed text.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once the results have arrived
  useEffect(() => {
    const isInSight = isCurrent && (shown.ids.length > 0 || data?.length === 0)
    if (!isWanted || !isInSight) return
    // `isWanted` is reset first, so that a driver who appears later is not chosen.
    setWanted(false)
    if (active) onChoose(active)
  }, [isWanted, isCurrent, shown, data])
  const moveTo = (place: number) => setHeld(choosable[(place + choosable.length) % choosable.length]?.driver_id ?? null)
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => moveTo(at + 1),
      ArrowUp: () => moveTo(at - 1),
      PageDown: () => moveTo(Math.min(at + 8, choosable.length - 1)),
      PageUp: () => moveTo(Math.max(at - 8, 0)),
      Enter: () => setWanted(true)
    }
    const step = steps[event.key]
    if (!step || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (choosable.length > 0 || !isCurrent) step()
  }
  return {
    id,
    text,
    setText: (next: string) => {
      setText(next)
      setHeld(null)
      setWanted(false)
      setPatient(true)
      setShown({ ids: [], seconds: noSeconds })
    },
    isSearch: search !== '',
    isLoading: isWaiting || (!data && !error),
    error,
    reload: () => void mutate(),
    drivers,
    seconds,
    active,
    hold: setHeld,
    onKeyDown,
    optionId: (driverId: string) => `${id}-${driverId}`
  }
}

export type DriverChoice = ReturnType<typeof useDriverChoice>
