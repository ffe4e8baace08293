import type { CarTone } from '@/components/map'
import { cn } from '@/lib/utils'

const colors: Record<CarTone, string> = { free: 'bg-accent', busy: 'bg-info', silent: 'bg-line-strong' }

/** A dot in the colour that a car in this state has on the map. */
export function StateDot({ state }: { state: CarTone }) {
  return <span aria-hidden className={cn('size-2.5 shrink-0 rounded-full', colors[state])} />
}
