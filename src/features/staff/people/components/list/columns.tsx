import type { TFunction } from 'i18next'
import type { Column } from '@/components/data-table'
import { type DriverFacts, type StaffPerson, staffName, standingOf } from '@/entities/person'
import { firmText } from '@/lib/texts/firm-text'
import { written } from '@/lib/typing/phone'
import type { Kind } from '../../model/kinds'
import { dutyOf, PapersBadge, StandingBadge, Stars } from '../badges'

type Make = (
  id: string,
  width: number,
  value: Column<StaffPerson>['value'],
  more?: Partial<Column<StaffPerson>>
) => Column<StaffPerson>

/** Returns the columns of a list of people: those that all lists have, and those of this kind of people. */
export function peopleColumns(t: TFunction<'people'>, { role }: Kind, isAdmin: boolean): Column<StaffPerson>[] {
  const column: Make = (id, width, value, more = {}) => ({ id, label: t(`column.${id}`), width, value, ...more })
  const isPaid = role === 'rider' || role === 'driver'
  return [
    column('name', 184, staffName, { sortable: true }),
    column('standing', 128, (row) => t(`standing.${standingOf(row)}`), {
      cell: (row) => <StandingBadge person={row} />
    }),
    ...(role === 'driver' ? driverColumns(t, column, isAdmin) : []),
    ...(role === 'admin'
      ? [column('staff_role', 128, (row) => row.staff_role && t(`staff_role.${row.staff_role}`))]
      : []),
    column('mobile', 144, (row) => row.mobile && written(row.mobile)),
    column('email', 208, (row) => row.email),
    ...(isPaid
      ? [
          column('wallet', 112, (row) => row.wallet_balance, { kind: 'money' }),
          column('rating', 96, (row) => row.rating, {
            kind: 'number',
            cell: (row) => <Stars {...row} />
          })
        ]
      : []),
    column('created', 168, (row) => row.created_at, { kind: 'moment', sortable: 'desc' }),
    ...hidden(t, column)
  ]
}

function driverColumns(t: TFunction<'people'>, column: Make, isAdmin: boolean): Column<StaffPerson>[] {
  const fact = (read: (facts: DriverFacts) => string | null) => (row: StaffPerson) =>
    row.driver_facts && read(row.driver_facts)
  return [
    column(
      'duty',
      128,
      fact((facts) => t(`duty.${dutyOf(facts)}`))
    ),
    column(
      'papers',
      120,
      fact(({ papers }) => t(`papers.${papers}`)),
      {
        cell: ({ driver_facts }) => driver_facts && <PapersBadge papers={driver_facts.papers} />
      }
    ),
    column(
      'plate',
      112,
      fact(({ vehicle_number }) => vehicle_number)
    ),
    column('vehicle', 200, fact(vehicleWords)),
    column(
      'car_type',
      112,
      fact(({ car_type }) => firmText(car_type))
    ),
    ...(isAdmin
      ? [
          column(
            'fleet',
            144,
            fact(({ fleet }) => fleet)
          )
        ]
      : []),
    column(
      'papers_until',
      128,
      fact(({ papers_until }) => papers_until),
      { kind: 'day', hidden: true }
    ),
    column(
      'other_info',
      200,
      fact(({ other_info }) => other_info),
      { hidden: true }
    )
  ]
}

/** Writes a car's make, model and colour as one text. */
export const vehicleWords = ({ vehicle_make, vehicle_model, vehicle_color }: DriverFacts): string =>
  [vehicle_make, vehicle_model, vehicle_color].filter(Boolean).join(' ')

const hidden = (t: TFunction<'people'>, column: Make): Column<StaffPerson>[] => [
  column('referral', 120, (row) => row.referral_id, { hidden: true }),
  column('invited_by', 120, (row) => row.signup_via_referral, { hidden: true }),
  column('reg_type', 128, (row) => t(`reg_type.${row.reg_type}`), { hidden: true }),
  column('bonus', 112, (row) => row.bonus_balance || null, { kind: 'money', hidden: true }),
  column('language', 96, (row) => row.lang_locale, { hidden: true }),
  column('suspended', 168, (row) => row.suspended_at, { kind: 'moment', hidden: true }),
  column('reason', 200, (row) => row.suspended_reason, { hidden: true }),
  column('id', 200, (row) => row.id, { hidden: true })
]
