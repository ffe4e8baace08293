import { useEffect, useEffectEvent } from 'react'
import { useCall, useFocusOfCall } from './use-call'

/** Moves the focus to the time fields. They load late, so the first field takes the focus once it is mounted. */
export function useTimeSpot(): void {
  const { call, isShown } = useCall()
  const { spot } = useFocusOfCall()
  const take = useEffectEvent(() => {
    if (!isShown || spot?.at !== 'time') return
    const fields = document.getElementById(`when-${call.id}`)
    // A trip for later mostly begins today, so its time comes first; the day follows from it.
    const first =
      fields?.querySelector<HTMLElement>('[name$=".time"]') ??
      fields?.querySelector<HTMLElement>('input, [aria-pressed]')
    first?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the focus is moved
  useEffect(() => take(), [spot])
}
