import { AppError } from '@/lib/errors'
import type { LatLng } from '@/lib/geo'

/**
 * This device's position.
 *
 * @throws AppError `allow_location` if it is refused or unknown
 */
export function devicePosition(): Promise<LatLng> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new AppError('allow_location'))
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
      (cause) => reject(new AppError('allow_location', { cause })),
      { enableHighAccuracy: true, timeout: 10_000, maximumAge: 30_000 }
    )
  })
}

/** Whether the position is available without asking the person. */
export async function isPositionAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
