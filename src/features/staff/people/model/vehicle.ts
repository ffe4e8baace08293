import * as z from 'zod/mini'
import type { FormRules } from '@/components/form/rules'
import { columnsOf } from '@/components/form/schema'

/** The parts of the form's schema that only drivers have: the car and its fleet. */
export function vehicleShape(rules: FormRules) {
  const driver = columnsOf('drivers', rules)
  return {
    car_type_id: z.string(),
    fleet: z.nullable(z.object({ value: z.string(), label: z.string() })),
    vehicle_make: driver.text('vehicle_make'),
    vehicle_model: driver.text('vehicle_model'),
    vehicle_color: driver.text('vehicle_color'),
    vehicle_number: driver.text('vehicle_number'),
    other_info: driver.text('other_info')
  }
}
