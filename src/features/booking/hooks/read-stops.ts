import type { Place } from '@/lib/geo'

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lng' in value && 'add' in value

/** The stops of a booking out of their JSON column; anything else is left out. */
export function readStops(value: unknown): Place[] {
  if (!Array.isArray(value)) return []
  return value.filter(isPlace).map(({ lat, lng, add }) => ({ lat, lng, add }))
}
