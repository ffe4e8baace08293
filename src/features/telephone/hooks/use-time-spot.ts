import { useEffect, useEffectEvent } from 'react'
import { useCall } from './use-call'

/** The fields of the time come late: the first takes the focus once they are there, if the hands were sent to them. */
export function useTimeSpot(): void {
  const { call, spot, isShown } = useCall()
  const take = useEffectEvent(() => {
    if (!isShown || spot?.at !== 'time') return
    document.querySelector<HTMLElement>(`#when-${CSS.escape(call.id)} :is(input, [aria-pressed])`)?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time they are sent
  useEffect(() => take(), [spot])
}
