import type { Place } from '@/lib/geo/geo'
import { devicePosition, isPositionAllowed } from './device-position'
import { reverse } from './reverse'

/** The place at the device's position; null if the position cannot be read without asking, or a request fails. */
export async function placeHere(): Promise<Place | null> {
  if (!(await isPositionAllowed())) return null
  try {
    return await reverse(await devicePosition())
  } catch {
    return null
  }
}
