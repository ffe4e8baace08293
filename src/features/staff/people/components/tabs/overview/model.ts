import * as z from 'zod/mini'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { columnsOf, optional, text } from '@/components/form/schema'
import type { StaffPerson } from '@/entities/person'
import { written } from '@/lib/typing/phone'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import type { Json } from '@/types/database'
import { vehicleShape } from '../../../model/vehicle'

/** The form's schema: the fields of a person that staff can edit. Drivers also have a car and a fleet. */
export function personSchema(rules: FormRules) {
  const person = columnsOf('profiles', rules)
  const car = columnsOf('vehicles', rules)
  return z.object({
    first_name: person.text('first_name'),
    last_name: person.text('last_name'),
    mobile: text(PHONE_LIMIT),
    ...vehicleShape(rules),
    seats: optional(car.whole('seats')),
    luggage: car.whole('luggage'),
    child_seats: car.whole('child_seats'),
    wheelchair: z.boolean()
  })
}

export type PersonContent = z.output<ReturnType<typeof personSchema>>

/** What a driver's car can carry, as stored; the default is two pieces of luggage. */
const carriedBy = (facts: StaffPerson['driver_facts'] | undefined) => ({
  seats: facts?.seats ?? null,
  luggage: facts?.luggage ?? 2,
  child_seats: facts?.child_seats ?? 0,
  wheelchair: facts?.wheelchair ?? false
})

/** The form's values for a person. */
export function valuesOf(person: StaffPerson): Values {
  const facts = person.driver_facts
  const { seats, luggage, child_seats, wheelchair } = carriedBy(facts)
  return {
    first_name: person.first_name ?? '',
    last_name: person.last_name ?? '',
    mobile: written(person.mobile ?? ''),
    car_type_id: facts?.car_type_id ?? '',
    fleet: facts?.fleet_id ? { value: facts.fleet_id, label: facts.fleet ?? '–' } : null,
    vehicle_make: facts?.vehicle_make ?? '',
    vehicle_model: facts?.vehicle_model ?? '',
    vehicle_color: facts?.vehicle_color ?? '',
    vehicle_number: facts?.vehicle_number ?? '',
    other_info: facts?.other_info ?? '',
    seats: seats === null ? '' : String(seats),
    luggage: String(luggage),
    child_seats: String(child_seats),
    wheelchair
  }
}

/** Returns only the changed fields, so that fields that a demo masks or that the caller may not change are not sent back. */
export function patchOf(content: PersonContent, person: StaffPerson): Record<string, Json> {
  const columns = (values: Values | PersonContent): Record<string, Json> => {
    const { fleet, car_type_id, ...texts } = values as PersonContent
    return { ...texts, fleet_id: fleet?.value ?? null, car_type_id: car_type_id || null }
  }
  const stored = { ...columns(valuesOf(person)), ...carriedBy(person.driver_facts) }
  return Object.fromEntries(
    Object.entries(columns(content)).filter(([column, value]) => value !== (stored as Record<string, Json>)[column])
  )
}
