import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { askedOf, asksNothing, type Carrying, type Requirements } from './requirements'

async function getCarrying(asked: Partial<Requirements>): Promise<Record<string, Carrying>> {
  const rows = await unwrap(supabase.rpc('cars_that_carry', { requirements: { ...asked } }))
  return Object.fromEntries(rows.map(({ car_type_id, ...carrying }) => [car_type_id, carrying]))
}

/**
 * For each car type (by its id) what its cars carry, and whether one of them meets all requirements of the rider. Undefined if
 * the rider has no requirements, or while the response is missing.
 */
export function useCarrying(requirements: Requirements): Record<string, Carrying> | undefined {
  const key = asksNothing(requirements) ? null : (['carrying', askedOf(requirements)] as const)
  return useSWR(key, ([, asked]) => getCarrying(asked), { revalidateOnFocus: false }).data
}
