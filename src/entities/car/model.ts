/** An option that changes the price: a kind of parcel, a child seat. */
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

/** A car on the map; its driver is private before a booking. */
export interface NearbyCar {
  car_type_id: string
  lat: number
  lng: number
  heading: number | null
  distance_km: number
  /** Time until it could be at the requested place: the server's estimate, never part of a price. */
  pickup_secs: number
}

/** Seconds until the first free car of a type arrives; null if none is near. */
export function waitFor(cars: readonly NearbyCar[], carTypeId: string): number | null {
  const waits = cars.filter((car) => car.car_type_id === carTypeId).map((car) => car.pickup_secs)
  return waits.length === 0 ? null : Math.min(...waits)
}

/** An alternative to a car type without a free car: the quickest one of the same kind. */
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
