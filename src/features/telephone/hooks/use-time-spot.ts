import { useEffect, useEffectEvent } from 'react'
import { useCall } from './use-call'

/** Moves the focus to the time fields. They load late, so the first field takes the focus once it is mounted. */
export function useTimeSpot(): void {
  const { call, spot, isShown } = useCall()
  const take = useEffectEvent(() => {
    if (!isShown || spot?.at !== 'time') return
    document.querySelector<HTMLElement>(`#when-${CSS.escape(call.id)} :is(input, [aria-pressed])`)?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the focus is moved
  useEffect(() => take(), [spot])
}
