import * as z from 'zod/mini'
import type { FormRules } from '@/components/form/rules'
import { columnsOf, text } from '@/components/form/schema'
import type { NewAccount, Role } from '@/entities/person'
import { emailProblem } from '@/lib/typing/email'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { vehicleShape } from '../../model/vehicle'

/** The form's schema for a new person. Which of the fields apply depends on the person's role. */
export function newPersonSchema(rules: FormRules) {
  const person = columnsOf('profiles', rules)
  return z
    .object({
      first_name: person.text('first_name', 'first_name_required'),
      last_name: person.text('last_name', 'last_name_required'),
      email: person.text('email').check(
        z.refine((value) => value === '' || !emailProblem(value), {
          error: ({ input }) => emailProblem(String(input)) ?? 'proper_email'
        })
      ),
      mobile: text(PHONE_LIMIT),
      approved: z.boolean(),
      staff_role: z.string(),
      ...vehicleShape(rules)
    })
    .check(
      z.refine(({ email, mobile }) => email !== '' || mobile !== '', {
        path: ['email'],
        error: 'email_or_mobile_issue'
      })
    )
}

export type NewPerson = z.output<ReturnType<typeof newPersonSchema>>

export const emptyPerson: NewPerson = {
  first_name: '',
  last_name: '',
  email: '',
  mobile: '',
  approved: true,
  staff_role: 'support',
  car_type_id: '',
  fleet: null,
  vehicle_make: '',
  vehicle_model: '',
  vehicle_color: '',
  vehicle_number: '',
  other_info: ''
}

/**
 * Builds the request that creates the account. A fleet admin cannot choose the fleet of a new driver: the server uses that
 * admin's fleet.
 */
export function accountOf(person: NewPerson, usertype: Role, isAdmin: boolean): NewAccount {
  const { first_name, last_name, email, mobile, approved, staff_role, fleet, car_type_id, ...vehicle } = person
  const filled = Object.fromEntries(Object.entries(vehicle).filter(([, text]) => text !== ''))
  return {
    usertype,
    first_name,
    last_name,
    ...(email && { email }),
    ...(mobile && { mobile }),
    ...(isAdmin && { approved }),
    ...(usertype === 'admin' && { staff_role }),
    ...(usertype === 'driver' && {
      ...filled,
      ...(car_type_id && { car_type_id }),
      ...(isAdmin && fleet && { fleet_id: fleet.value })
    })
  }
}
