import type { LatLng } from '@/lib/geo/geo'
import { AppError } from '@/lib/server/errors'

/**
 * Finds this device's position, asking for permission if needed.
 *
 * @throws AppError `allow_location` if the permission is refused or the position unknown
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

/** Whether the position can be read without asking the person for permission. */
export async function isPositionAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
