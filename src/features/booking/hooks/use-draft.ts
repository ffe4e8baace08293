import { useCallback, useEffect, useState } from 'react'
import type { ChosenExtras } from '@/entities/fare'
import type { Place } from '@/lib/geo'
import { readDraft, writeDraft } from '../draft-storage'
import { type Draft, emptyDraft, MAX_STOPS, type Slot, withPlace } from '../model'

/** The draft of this tab and the ways to change it. */
export function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => readDraft(sessionStorage))
  useEffect(() => writeDraft(sessionStorage, draft), [draft])

  const change = useCallback((part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part })), [])
  const setPlace = useCallback(
    (slot: Slot, place: Place | null) => setDraft((known) => withPlace(known, slot, place)),
    []
  )
  const addStop = useCallback(
    () => setDraft((known) => (known.stops.length < MAX_STOPS ? { ...known, stops: [...known.stops, null] } : known)),
    []
  )
  const removeStop = useCallback(
    (index: number) => setDraft((known) => ({ ...known, stops: known.stops.filter((_, at) => at !== index) })),
    []
  )
  const setExtras = useCallback(
    (carTypeId: string, extras: ChosenExtras) =>
      setDraft((known) => ({ ...known, extras: { ...known.extras, [carTypeId]: extras } })),
    []
  )
  const clear = useCallback(() => setDraft(emptyDraft), [])
  return { draft, change, setPlace, addStop, removeStop, setExtras, clear }
}
