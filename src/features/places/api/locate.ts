import type { CoordinatesAnswered } from '@contract/places'
import i18next from 'i18next'
import { invoke } from '@/lib/api'
import { AppError } from '@/lib/errors'
import type { Place } from '@/lib/geo'
import { addressOf, type Suggestion } from '../model'

/**
 * The suggestion as a point with words.
 *
 * @param session of the search that the choice ends
 * @throws AppError `place_to_coords_error` where the provider knows no coordinates
 */
export async function locate(suggestion: Suggestion, session: string | undefined): Promise<Place> {
  const add = addressOf(suggestion)
  const { lat, lng, place_id } = suggestion
  if (lat !== undefined && lng !== undefined) return { lat, lng, add }
  const wish = { place_id, session, language: i18next.language }
  const { coords, address } = await invoke<CoordinatesAnswered>('places/coordinates', wish)
  if (!coords) throw new AppError('place_to_coords_error')
  return { ...coords, add: address || add }
}
