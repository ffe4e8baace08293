import type { MultiPolygon } from 'geojson'
import useSWR from 'swr'
import useSWRImmutable from 'swr/immutable'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { priceWith } from './model/fixed-places'
import type { MapFacts } from './model/map-facts'

export const setupKey = 'firm-setup'
export const areaKey = 'service-area'

/** What is left to set up; only owners may read it. */
export const useSetup = () => useSWR(setupKey, () => unwrap(supabase.rpc('firm_setup')))

async function fetchFacts(path: string): Promise<MapFacts | null> {
  const response = await fetch(path)
  // For a missing file, many web servers return index.html with status 200.
  return response.ok && response.headers.get('content-type')?.includes('json') ? response.json() : null
}

/** What the map says about its town; null if it cannot be read, as of an older importer; undefined before. */
export function useMapFacts(): MapFacts | null | undefined {
  const { data, error } = useSWRImmutable('/region/town.json', fetchFacts)
  return data === undefined && error ? null : data
}

/** The area in which rides begin or end, as an owner has drawn it; null if it is the whole map. */
export const useServiceArea = () =>
  useSWR(areaKey, async () => {
    const { geojson } = await unwrap(supabase.rpc('service_area'))
    return geojson as unknown as MultiPolygon | null
  })

export const fixedPricesKey = 'fixed-prices'

/** Zones with a fixed fare, and the share of the firm that riders pay on top of a fare: that of the first car type. */
export const useFixedPrices = () =>
  useSWR(fixedPricesKey, async () => {
    const [zones, types] = await Promise.all([
      unwrap(supabase.from('zones').select('name, amount, active').eq('kind', 'fixed').order('name').limit(500)),
      unwrap(
        supabase
          .from('car_types')
          .select('convenience_fees, convenience_fee_type')
          .order('sort_order')
          .order('id')
          .limit(1)
      )
    ])
    const fee = types[0]
    return {
      fee,
      zones: zones.map(({ name, amount, active }) => ({ name, active, price: priceWith(Number(amount), fee) }))
    }
  })
