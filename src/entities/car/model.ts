/** A choice that changes the price: a kind of parcel, a child seat. */
export interface Choice {
  description: string
  amount: number
}

/** What the form shows of a car type. */
export interface CarType {
  id: string
  name: string
  image: string
  category: 'taxi' | 'delivery'
  seats: number
  extra_info: string
  parcel_types: Choice[]
  options: Choice[]
}

/** A car on the map; who drives it is nobody's business before a booking. */
export interface NearbyCar {
  car_type_id: string
  lat: number
  lng: number
  heading: number | null
  distance_km: number
}

/** Streets are longer than the crow's flight; about this much in towns. */
const DETOUR = 1.35
/** What a cab makes on average in a town, in km/h. */
const TOWN_SPEED = 28
/** Reading the offer and setting off. */
const START_SECONDS = 60

/** Seconds until a car this far away stands at the pickup: a guess for the card, never part of a price. */
export function pickupSeconds(distanceKm: number): number {
  return START_SECONDS + ((distanceKm * DETOUR) / TOWN_SPEED) * 3600
}

/** How many cars of a type are near and how soon the first could be there; null where there is none. */
export function nearbyOf(cars: readonly NearbyCar[], carTypeId: string): { count: number; seconds: number } | null {
  const distances = cars.filter((car) => car.car_type_id === carTypeId).map((car) => car.distance_km)
  if (distances.length === 0) return null
  return { count: distances.length, seconds: pickupSeconds(Math.min(...distances)) }
}
