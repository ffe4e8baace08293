import { useEffect, useEffectEvent } from 'react'
import { useCall } from './use-call'

/** The time fields load late: when the focus was sent to them, the first one takes it once it is mounted. */
export function useTimeSpot(): void {
  const { call, spot, isShown } = useCall()
  const take = useEffectEvent(() => {
    if (!isShown || spot?.at !== 'time') return
    document.querySelector<HTMLElement>(`#when-${CSS.escape(call.id)} :is(input, [aria-pressed])`)?.focus()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time they are sent
  useEffect(() => take(), [spot])
}
