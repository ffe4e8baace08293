import type { Booking } from './model'

/** The facts by which a rider recognises a driver and their car. */
export type DriverFacts = Pick<
  Booking,
  | 'driver_name'
  | 'driver_image'
  | 'driver_rating'
  | 'vehicle_make'
  | 'vehicle_model'
  | 'vehicle_color'
  | 'vehicle_number'
>

/** Describes the car as text, without its plate. */
export function carWords({ vehicle_make, vehicle_model, vehicle_color }: DriverFacts): string {
  const car = [vehicle_make, vehicle_model].filter(Boolean).join(' ')
  return [car, vehicle_color].filter(Boolean).join(' · ')
}
