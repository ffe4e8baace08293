import type { Place } from '@/lib/geo'
import { devicePosition, isPositionAllowed } from './device-position'
import { reverse } from './queries'

/** The device's address; null if unknown without asking, or without an address. */
export async function placeHere(): Promise<Place | null> {
  if (!(await isPositionAllowed())) return null
  try {
    return await reverse(await devicePosition())
  } catch {
    return null
  }
}
