import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import type { Vehicle } from './queries'

interface Figure {
  name: 'seats' | 'luggage' | 'child_seats' | 'mileage'
  min: number
  max: number
  /** Whether the field may stay empty: the number is unknown, or the number of the car type applies. */
  isOptional: boolean
}

/** The number fields of the form, with the minimum and maximum that the server accepts. */
export const FIGURES: readonly Figure[] = [
  { name: 'seats', min: 1, max: 20, isOptional: true },
  { name: 'luggage', min: 0, max: 20, isOptional: false },
  { name: 'child_seats', min: 0, max: 4, isOptional: false },
  { name: 'mileage', min: 0, max: 9_999_999, isOptional: true }
]

/** The values of the form for a car. */
export interface VehicleValues {
  car_type_id: string
  vehicle_number: string
  vehicle_make: string
  vehicle_model: string
  vehicle_color: string
  seats: string
  luggage: string
  child_seats: string
  mileage: string
  wheelchair: boolean
  retired: boolean
}

/** Returns the form's values of a stored car, or the defaults of a new one (`vehicle` is null). */
export function valuesOf(vehicle: Vehicle | null, locale: string): VehicleValues {
  const figure = (value: number | null | undefined) =>
    value === null || value === undefined ? '' : writeDecimal(value, locale)
  return {
    car_type_id: vehicle?.car_type_id ?? '',
    vehicle_number: vehicle?.vehicle_number ?? '',
    vehicle_make: vehicle?.vehicle_make ?? '',
    vehicle_model: vehicle?.vehicle_model ?? '',
    vehicle_color: vehicle?.vehicle_color ?? '',
    seats: figure(vehicle?.seats),
    luggage: figure(vehicle?.luggage ?? 2),
    child_seats: figure(vehicle?.child_seats ?? 0),
    mileage: figure(vehicle?.mileage),
    wheelchair: vehicle?.wheelchair ?? false,
    retired: vehicle?.retired ?? false
  }
}

/** Reads the number from a field; null if it is empty and optional, undefined if it is invalid. */
export function readFigure(text: string, { min, max, isOptional }: Figure, locale: string): number | null | undefined {
  if (text.trim() === '') return isOptional ? null : undefined
  const read = readDecimal(text, locale, 0)
  const value = read === null ? Number.NaN : Number(read)
  return value >= min && value <= max ? value : undefined
}
