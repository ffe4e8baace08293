/** What a row of a file can be. */
export const importKinds = ['drivers', 'cars', 'fleets', 'staff', 'callers', 'places', 'zones', 'promos'] as const
export type ImportKind = (typeof importKinds)[number]

/** How a cell is read; the same words as in `app.import_fields`. */
export type ReadAs =
  | 'text'
  | 'phone'
  | 'email'
  | 'number'
  | 'whole'
  | 'flag'
  | 'day'
  | 'car_type'
  | 'fleet'
  | 'area'
  | 'choice'

export interface ImportField {
  name: string
  readAs: ReadAs
  isNeeded?: boolean
}

const field = (name: string, readAs: ReadAs = 'text', isNeeded = false): ImportField => ({ name, readAs, isNeeded })
const needed = (name: string, readAs: ReadAs = 'text') => field(name, readAs, true)

const contacts = [field('mobile', 'phone'), field('email', 'email')]
const person = [needed('first_name'), needed('last_name'), ...contacts, field('lang_locale', 'choice')]
const car = [field('vehicle_make'), field('vehicle_model'), field('vehicle_color')]
const carried = [
  field('seats', 'whole'),
  field('luggage', 'whole'),
  field('child_seats', 'whole'),
  field('wheelchair', 'flag')
]

/** The fields of each kind, in the order of its template. `tests/contract/import-fields.test.ts` compares them with the database. */
export const importFields: Record<ImportKind, readonly ImportField[]> = {
  drivers: [
    ...person,
    field('vehicle_number'),
    ...car,
    field('car_type', 'car_type'),
    field('fleet', 'fleet'),
    ...carried,
    field('other_info'),
    field('approved', 'flag')
  ],
  cars: [
    needed('vehicle_number'),
    ...car,
    needed('car_type', 'car_type'),
    field('fleet', 'fleet'),
    ...carried,
    field('mileage', 'whole')
  ],
  fleets: [...person, field('approved', 'flag')],
  staff: [...person, needed('staff_role', 'choice')],
  callers: [field('first_name'), field('last_name'), ...contacts, field('lang_locale', 'choice')],
  places: [...contacts, needed('label'), needed('description'), needed('lat', 'number'), needed('lng', 'number')],
  zones: [
    needed('name'),
    needed('kind', 'choice'),
    field('amount', 'number'),
    field('percent', 'number'),
    field('applies_to', 'choice'),
    field('car_type', 'car_type'),
    field('active', 'flag'),
    needed('area', 'area')
  ],
  promos: [
    needed('promo_name'),
    field('promo_description'),
    field('promo_discount_type', 'choice'),
    needed('promo_discount_value', 'number'),
    field('max_promo_discount_value', 'number'),
    field('min_order', 'number'),
    needed('promo_validity', 'day'),
    needed('promo_usage_limit', 'whole'),
    field('listed', 'flag')
  ]
}

/** A column with a whole name, which files often have: it is split into first and last name. */
export const WHOLE_NAME = 'name_whole'

/** The words that stand for a stored value in the fields with a choice. */
export const importChoices: Readonly<Record<string, readonly string[]>> = {
  staff_role: ['owner', 'finance', 'support', 'dispatcher'],
  kind: ['surcharge', 'fixed', 'no_service'],
  applies_to: ['pickup', 'drop', 'either', 'both'],
  promo_discount_type: ['flat', 'percentage'],
  flag: ['true', 'false']
}
