import type { CarTone } from '@/components/map'
import { cn } from '@/lib/utils'

const colors: Record<CarTone, string> = { free: 'bg-accent', busy: 'bg-info', silent: 'bg-line-strong' }

/** The colour that a car has on the map, beside its state. */
export function StateDot({ state }: { state: CarTone }) {
  return <span aria-hidden className={cn('size-2.5 shrink-0 rounded-full', colors[state])} />
}
