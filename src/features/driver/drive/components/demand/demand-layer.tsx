import { HeatLayer } from '@/components/map'
import type { LatLng } from '@/lib/geo/geo'
import { useDemand } from './use-demand'

/** The demand around the car as a layer of the driver's map. */
export function DemandLayer({ at }: { at: LatLng }) {
  const demand = useDemand(at)
  return demand && demand.length > 0 ? <HeatLayer cells={demand} /> : null
}
