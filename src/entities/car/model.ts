/** An option that changes the price: a kind of parcel, a child seat. */
export interface Choice {
  description: string
  amount: number
}

/** What the booking form shows of a car type. */
export interface CarType {
  id: string
  /** The name in the page's language. */
  name: string
  /** The name as the firm wrote it, by which links name the car type. */
  written: string
  image: string
  category: 'taxi' | 'delivery'
  seats: number
  extra_info: string
  parcel_types: Choice[]
  options: Choice[]
}

/** A free car near a place, as shown on the map. Its driver is not revealed before a booking. */
export interface NearbyCar {
  car_type_id: string
  lat: number
  lng: number
  heading: number | null
  distance_km: number
  /** Seconds until the car could be at the requested place: an estimate of the server that never affects a price. */
  pickup_secs: number
}

/** Seconds until the first free car of a type arrives; null if none is near. */
export function waitFor(cars: readonly NearbyCar[], carTypeId: string): number | null {
  const waits = cars.filter((car) => car.car_type_id === carTypeId).map((car) => car.pickup_secs)
  return waits.length === 0 ? null : Math.min(...waits)
}

/** Another car type to offer if none of the chosen type is free: the free one of the same kind that arrives first, or null. */
export function soonestOther(
  carTypes: readonly CarType[],
  cars: readonly NearbyCar[],
  { id, category }: Pick<CarType, 'id' | 'category'>
): CarType | null {
  const others = carTypes
    .filter((type) => type.id !== id && type.category === category)
    .map((type) => ({ type, wait: waitFor(cars, type.id) }))
    .filter(({ wait }) => wait !== null)
  others.sort((a, b) => (a.wait ?? 0) - (b.wait ?? 0))
  return others[0]?.type ?? null
}
