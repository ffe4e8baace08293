import * as z from 'zod/mini'
import type { Values } from '@/components/form/merge'
import type { FormRules } from '@/components/form/rules'
import { columnsOf } from '@/components/form/schema'
import type { StaffPerson } from '@/entities/person'
import type { Json } from '@/types/database'
import { vehicleShape } from '../../vehicle'

/** What staff edits of a person; drivers have a car and a fleet, too. */
export function personSchema(rules: FormRules) {
  const person = columnsOf('profiles', rules)
  return z.object({
    first_name: person.text('first_name'),
    last_name: person.text('last_name'),
    mobile: person.text('mobile'),
    ...vehicleShape(rules)
  })
}

export type PersonSchema = ReturnType<typeof personSchema>
export type PersonContent = z.output<PersonSchema>

/** A person as the form holds them. */
export function valuesOf(person: StaffPerson | null): Values {
  const facts = person?.driver_facts
  return {
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    mobile: person?.mobile ?? '',
    car_type_id: facts?.car_type_id ?? '',
    fleet: facts?.fleet_id ? { value: facts.fleet_id, label: facts.fleet ?? '–' } : null,
    vehicle_make: facts?.vehicle_make ?? '',
    vehicle_model: facts?.vehicle_model ?? '',
    vehicle_color: facts?.vehicle_color ?? '',
    vehicle_number: facts?.vehicle_number ?? '',
    other_info: facts?.other_info ?? ''
  }
}

/** Only what changed: what is masked in a demo, or not this caller's to change, is not sent back. */
export function patchOf(content: PersonContent, person: StaffPerson): Record<string, Json> {
  const columns = (values: Values | PersonContent): Record<string, Json> => {
    const { fleet, car_type_id, ...texts } = values as PersonContent
    return { ...texts, fleet_id: fleet?.value ?? null, car_type_id: car_type_id || null }
  }
  const stored = columns(valuesOf(person))
  return Object.fromEntries(Object.entries(columns(content)).filter(([column, value]) => value !== stored[column]))
}
