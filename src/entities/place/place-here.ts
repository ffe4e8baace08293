import type { Place } from '@/lib/geo'
import { devicePosition, isPositionAllowed } from './device-position'
import { reverse } from './queries'

/** Where the device is, in words; null where that may not be known without asking, or has no address. */
export async function placeHere(): Promise<Place | null> {
  if (!(await isPositionAllowed())) return null
  try {
    return await reverse(await devicePosition())
  } catch {
    return null
  }
}
