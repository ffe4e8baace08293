import type { Source } from '@/components/data-table'
import { listVehicles, type Vehicle } from '../queries'

/** States of a car by which the table can be filtered. */
export const STATES = ['free', 'driven', 'retired'] as const
export type VehicleState = (typeof STATES)[number]

export const stateOf = ({ retired, since }: Pick<Vehicle, 'retired' | 'since'>): VehicleState =>
  retired ? 'retired' : since ? 'driven' : 'free'

const valueIn: Record<string, (vehicle: Vehicle) => string | number> = {
  plate: ({ vehicle_number }) => vehicle_number.toLowerCase(),
  mileage: ({ mileage }) => mileage ?? -1,
  since: ({ since }) => since ?? ''
}

/** Reads the shared cars. A fleet has few, so all are loaded at once, and searched and sorted in the browser. */
export const vehicleSource: Source<Vehicle> = async ({ search, sort, filters }, _page, signal) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const [state] = filters.state ?? []
  const found = (await listVehicles(signal)).filter((vehicle) => {
    const { vehicle_number, vehicle_make, vehicle_model, driver_name, fleet_name } = vehicle
    const text = [vehicle_number, vehicle_make, vehicle_model, driver_name, fleet_name].join(' ').toLowerCase()
    return words.every((word) => text.includes(word)) && (!state || stateOf(vehicle) === state)
  })
  const read = sort && valueIn[sort.column]
  if (read) {
    const way = sort.isDown ? -1 : 1
    found.sort((a, b) => (read(a) < read(b) ? -way : read(a) > read(b) ? way : 0))
  }
  return { rows: found, next: null, total: found.length }
}
