import { invoke } from '@/lib/api'
import { AppError } from '@/lib/errors'
import type { Place } from '@/lib/geo'
import { addressOf, type Suggestion } from '../model'

/**
 * The suggestion as a point with words.
 *
 * @throws AppError `place_to_coords_error` where the provider knows no coordinates
 */
export async function locate(suggestion: Suggestion): Promise<Place> {
  const add = addressOf(suggestion)
  const { lat, lng, place_id } = suggestion
  if (lat !== undefined && lng !== undefined) return { lat, lng, add }
  const { coords } = await invoke<{ coords: { lat: number; lng: number } | null }>('places/coordinates', { place_id })
  if (!coords) throw new AppError('place_to_coords_error')
  return { ...coords, add }
}
