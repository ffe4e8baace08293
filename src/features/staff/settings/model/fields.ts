// A contract test also imports this file, so it uses relative imports instead of the app's aliases.

import type { Tables } from '../../../../types/database.ts'
import type { choices, numberLimits, patterns } from '../../../../types/limits.ts'
import type { textLimits } from '../../../../types/text-limits.ts'
import type texts from '../texts/settings/en.json'

type Settings = Tables<'settings'>

/** Columns that the table maintains itself. */
type TableColumn = 'id' | 'updated_at' | 'version'
export type SettingKey = Exclude<keyof Settings, TableColumn>

export type Unit = 'distance' | 'km' | 'minutes' | 'seconds' | 'hours' | 'days' | 'percent' | 'rows'

/** The settings whose column has a type. */
type Of<Type> = { [Key in SettingKey]: [Settings[Key]] extends [Type] ? Key : never }[SettingKey]
type SwitchKey = Of<boolean>
type NumberKey = keyof typeof numberLimits.settings
/** Settings that may be empty. */
type OptionalKey = { [Key in SettingKey]: null extends Settings[Key] ? Key : never }[SettingKey]
type ChoiceKey = keyof typeof choices.settings
/** A text is limited by its column: in length, or by a pattern. */
type TextKey = Exclude<keyof typeof textLimits.settings | keyof typeof patterns.settings, ChoiceKey>

/** A number, which may be empty if its column may. */
type Numeric<Rest> = Rest &
  ({ key: Exclude<NumberKey, OptionalKey>; optional?: never } | { key: NumberKey & OptionalKey; optional: true })

/**
 * How a setting is edited. Its key must be a column of the right type; its bounds come from the database (src/types/limits.ts,
 * text-limits.ts).
 */
export type Kind =
  | { kind: 'switch'; key: SwitchKey }
  | Numeric<{ kind: 'money' }>
  /** A number; `decimals` is 0 for an integer column. */
  | Numeric<{ kind: 'figure'; decimals: number; unit?: Unit }>
  | { kind: 'text'; key: TextKey; type?: 'tel' | 'url' | 'email'; lines?: number; required?: true }
  /** One of the values that the database allows. */
  | { kind: 'choice'; key: ChoiceKey }
  | { kind: 'country'; key: 'country' }
  | { kind: 'currency'; key: 'code' }
  | { kind: 'time_zone'; key: 'time_zone' }
  /** Several amounts, separated by spaces. */
  | { kind: 'amounts'; key: Of<string[]> }
  /** A list of sites; the value is their origins, such as `https://example.com`. */
  | { kind: 'origins'; key: Of<string[]> }
  /** An uploaded picture; the value is its path. */
  | { kind: 'picture'; key: TextKey }
  /** A colour (`#rrggbb`), or none. */
  | { kind: 'colour'; key: TextKey }
  /** A value that is only shown, because it is changed elsewhere. */
  | { kind: 'fixed'; key: SwitchKey }

/** Current figures that a change affects, from `settings_facts()`. */
export type Fact =
  | 'drivers_waiting'
  | 'drivers_below_zero'
  | 'searching'
  | 'upcoming'
  | 'open_quotes'
  | 'rider_withdrawals'

export type Setting = Kind & {
  group: GroupId
  /** Another setting and the value that it must have; otherwise this setting has no effect. */
  when?: readonly [SettingKey, boolean | string]
  /**
   * The figure to show when this setting is changed. With a second item, the figure is shown only if the setting is changed to
   * that value.
   */
  fact?: readonly [Fact] | readonly [Fact, boolean | string]
  /** True if the setting can no longer be changed after money was booked. */
  isLocked?: true
}

const generalGroups = [
  'money',
  'booking',
  'fares',
  'cancelling',
  'dispatch',
  'drivers',
  'wallets',
  'referral',
  'control',
  'sign_in',
  'texts',
  'embedding',
  'demo'
] as const
const appInfoGroups = ['company', 'contact', 'social', 'stores'] as const

export type GroupId = (typeof generalGroups)[number] | (typeof appInfoGroups)[number]

const percent = { kind: 'figure', decimals: 4, unit: 'percent' } as const
const whole = (unit?: Unit) => ({ kind: 'figure', decimals: 0, ...(unit && { unit }) }) as const
const link = { kind: 'text', type: 'url' } as const

/**
 * All settings, in the order of the pages. The form, the summary of changes and tests read this list. A setting's texts are in
 * `settings:field.<key>`: `label`, `text`, and the consequences of a change (`on` and `off` of a switch, `to.<value>` of a
 * choice, `changed` of any other kind).
 */
const list = [
  { key: 'symbol', group: 'money', kind: 'text', required: true },
  { key: 'code', group: 'money', kind: 'currency', isLocked: true },
  { key: 'decimal', group: 'money', ...whole(), isLocked: true },
  { key: 'swipe_symbol', group: 'money', kind: 'switch' },
  { key: 'cash_unit', group: 'money', kind: 'money', fact: ['open_quotes'] },
  { key: 'tax_percent', group: 'money', ...percent, fact: ['open_quotes'] },
  { key: 'tax_name', group: 'money', kind: 'text' },
  { key: 'receipt_prefix', group: 'money', kind: 'text' },
  { key: 'receipt_start', group: 'money', ...whole() },
  { key: 'country', group: 'money', kind: 'country' },
  { key: 'convert_to_mile', group: 'money', kind: 'switch', fact: ['open_quotes'] },
  { key: 'time_zone', group: 'money', kind: 'time_zone' },

  { key: 'app_category', group: 'booking', kind: 'choice' },
  { key: 'cash_payments', group: 'booking', kind: 'switch' },
  { key: 'card_payments', group: 'booking', kind: 'switch' },
  { key: 'telephone_orders', group: 'booking', kind: 'switch' },
  { key: 'restrict_country', group: 'booking', kind: 'switch' },
  { key: 'horizontal_view', group: 'booking', kind: 'switch' },
  { key: 'later_days', group: 'booking', ...whole('days') },
  { key: 'lead_minutes', group: 'booking', ...whole('minutes'), fact: ['upcoming'] },
  { key: 'reminder_minutes', group: 'booking', ...whole('minutes'), fact: ['upcoming'] },
  { key: 'show_live_route', group: 'booking', kind: 'switch' },
  { key: 'otp_secure', group: 'booking', kind: 'switch' },
  { key: 'panic', group: 'booking', kind: 'text', type: 'tel' },

  { key: 'fare_mode', group: 'fares', kind: 'choice', fact: ['open_quotes'] },
  { key: 'use_distance_matrix', group: 'fares', kind: 'switch' },
  { key: 'free_wait', group: 'fares', ...whole('minutes') },
  { key: 'late_report_minutes', group: 'fares', ...whole('minutes') },
  { key: 'street_trips', group: 'fares', kind: 'switch' },
  { key: 'extra_limit', group: 'fares', kind: 'money' },
  { key: 'cash_goodwill', group: 'fares', kind: 'money' },
  { key: 'cheaper_route', group: 'fares', kind: 'choice' },
  { key: 'cheaper_route_percent', group: 'fares', ...percent, when: ['cheaper_route', 'compensate'] },

  { key: 'free_cancellations', group: 'cancelling', ...whole() },
  { key: 'cancellation_driver_percent', group: 'cancelling', ...percent },
  { key: 'refund_to', group: 'cancelling', kind: 'choice' },

  { key: 'auto_dispatch', group: 'dispatch', kind: 'switch', fact: ['searching', false] },
  { key: 'driver_radius', group: 'dispatch', kind: 'figure', decimals: 4, unit: 'distance' },
  { key: 'dispatch_mode', group: 'dispatch', kind: 'choice', when: ['auto_dispatch', true] },
  { key: 'wave_size', group: 'dispatch', ...whole(), when: ['dispatch_mode', 'waves'] },
  { key: 'wave_count', group: 'dispatch', ...whole(), when: ['dispatch_mode', 'waves'] },
  { key: 'search_minutes', group: 'dispatch', ...whole('minutes'), fact: ['searching'], when: ['auto_dispatch', true] },
  { key: 'offer_timeout', group: 'dispatch', ...whole('seconds') },
  { key: 'assign_timeout', group: 'dispatch', ...whole('seconds') },
  { key: 'later_claims', group: 'dispatch', kind: 'switch' },
  { key: 'later_claims_max', group: 'dispatch', ...whole(), when: ['later_claims', true] },
  { key: 'next_job_km', group: 'dispatch', kind: 'figure', decimals: 4, unit: 'km' },
  { key: 'parcels_at_once', group: 'dispatch', ...whole() },
  { key: 'break_after_minutes', group: 'dispatch', ...whole('minutes') },
  { key: 'break_minutes', group: 'dispatch', ...whole('minutes') },
  { key: 'on_decline', group: 'dispatch', kind: 'choice', when: ['auto_dispatch', false] },

  { key: 'driver_approval', group: 'drivers', kind: 'switch', fact: ['drivers_waiting', false] },
  { key: 'duty_needs_position', group: 'drivers', kind: 'switch' },
  { key: 'negative_balance', group: 'drivers', kind: 'switch', fact: ['drivers_below_zero', false] },
  { key: 'shift_mileage', group: 'drivers', kind: 'switch' },
  { key: 'shift_photos', group: 'drivers', kind: 'switch' },
  { key: 'drivers_employed', group: 'drivers', kind: 'switch' },
  { key: 'fleet_percent', group: 'drivers', ...percent },
  { key: 'car_horn_repeat', group: 'drivers', kind: 'switch' },
  { key: 'allow_delivery_pickup_image_capture', group: 'drivers', kind: 'switch' },
  { key: 'allow_final_delivery_image_capture', group: 'drivers', kind: 'switch' },

  { key: 'wallet_money_field', group: 'wallets', kind: 'amounts' },
  { key: 'rider_with_draw', group: 'wallets', kind: 'switch', fact: ['rider_withdrawals', false] },
  { key: 'bank_fields', group: 'wallets', kind: 'switch' },
  { key: 'bank_change_hours', group: 'wallets', ...whole('hours') },
  { key: 'topup_lock_days', group: 'wallets', ...whole('days') },
  { key: 'tip_lock_days', group: 'wallets', ...whole('days') },
  { key: 'payout_weekday', group: 'wallets', ...whole(), optional: true },
  { key: 'test_payments', group: 'wallets', kind: 'switch' },
  { key: 'topup_min', group: 'wallets', kind: 'money' },
  { key: 'topup_max', group: 'wallets', kind: 'money' },
  { key: 'tip_max', group: 'wallets', kind: 'money' },
  { key: 'card_hold_percent', group: 'wallets', ...percent },

  { key: 'bonus', group: 'referral', kind: 'money' },
  { key: 'referral_min_km', group: 'referral', kind: 'figure', decimals: 4, unit: 'km' },
  { key: 'referral_min_minutes', group: 'referral', ...whole('minutes') },
  { key: 'referral_monthly_cap', group: 'referral', ...whole() },

  { key: 'credit_limit', group: 'control', kind: 'money', optional: true },
  { key: 'payout_limit', group: 'control', kind: 'money', optional: true },
  { key: 'export_limit', group: 'control', ...whole('rows'), optional: true },
  { key: 'two_people_bank', group: 'control', kind: 'switch' },

  { key: 'facebook_login_enabled', group: 'sign_in', kind: 'switch' },
  { key: 'allow_country_selection', group: 'sign_in', kind: 'switch' },
  { key: 'staff_second_factor', group: 'sign_in', kind: 'switch' },
  { key: 'phone_dormant_days', group: 'sign_in', ...whole('days') },
  { key: 'newcomers_per_network', group: 'sign_in', ...whole() },
  { key: 'codes_per_number', group: 'sign_in', ...whole() },
  { key: 'codes_per_prefix', group: 'sign_in', ...whole() },
  { key: 'sms_countries', group: 'sign_in', kind: 'text' },
  { key: 'sms_day_limit', group: 'sign_in', ...whole(), optional: true },

  { key: 'text_booked', group: 'texts', kind: 'choice' },
  { key: 'mail_booked', group: 'texts', kind: 'choice' },
  { key: 'text_driver', group: 'texts', kind: 'choice' },
  { key: 'mail_driver', group: 'texts', kind: 'choice' },
  { key: 'text_outside', group: 'texts', kind: 'choice' },
  { key: 'mail_outside', group: 'texts', kind: 'choice' },
  { key: 'text_delayed', group: 'texts', kind: 'choice' },
  { key: 'mail_delayed', group: 'texts', kind: 'choice' },
  { key: 'text_changed', group: 'texts', kind: 'choice' },
  { key: 'mail_changed', group: 'texts', kind: 'choice' },
  { key: 'text_cancelled', group: 'texts', kind: 'choice' },
  { key: 'mail_cancelled', group: 'texts', kind: 'choice' },
  { key: 'text_receipt', group: 'texts', kind: 'choice' },
  { key: 'mail_receipt', group: 'texts', kind: 'choice' },
  { key: 'sms_price', group: 'texts', kind: 'money', optional: true },
  { key: 'driver_reads_texts', group: 'texts', kind: 'switch' },
  { key: 'late_text_minutes', group: 'texts', ...whole('minutes') },
  { key: 'quiet_from', group: 'texts', kind: 'text' },
  { key: 'quiet_to', group: 'texts', kind: 'text' },

  { key: 'embed_origins', group: 'embedding', kind: 'origins' },

  { key: 'allow_critical_edits_admin', group: 'demo', kind: 'fixed' },

  { key: 'app_name', group: 'company', kind: 'text', required: true },
  { key: 'logo', group: 'company', kind: 'picture' },
  { key: 'brand_color', group: 'company', kind: 'colour' },
  { key: 'company_name', group: 'company', kind: 'text' },
  { key: 'company_address', group: 'company', kind: 'text', lines: 2 },
  { key: 'company_registration', group: 'company', kind: 'text' },
  { key: 'legal_template', group: 'company', kind: 'choice' },
  { key: 'company_tax_number', group: 'company', kind: 'text' },
  { key: 'company_bank_account', group: 'company', kind: 'text' },
  { key: 'company_bank_code', group: 'company', kind: 'text' },
  { key: 'company_website', group: 'company', ...link },
  { key: 'company_terms', group: 'company', ...link },

  { key: 'contact_email', group: 'contact', kind: 'text', type: 'email' },
  { key: 'company_phone', group: 'contact', kind: 'text', type: 'tel' },

  { key: 'facebook_handle', group: 'social', kind: 'text' },
  { key: 'twitter_handle', group: 'social', kind: 'text' },
  { key: 'instagram_handle', group: 'social', kind: 'text' },

  { key: 'apple_store_link', group: 'stores', ...link },
  { key: 'play_store_link', group: 'stores', ...link }
] as const satisfies readonly Setting[]

export const settings: readonly Setting[] = list

type Listed = (typeof list)[number]
/** Keys of settings in the database that are missing in the list above; if there is one, the compiler reports it below. */
type Forgotten = Exclude<SettingKey, Listed['key']>
const isComplete: [Forgotten] extends [never] ? true : Forgotten = true
void isComplete

type Switch = Extract<Listed, { kind: 'switch' }>['key']
/** Settings with a pattern that people type; the others are chosen. */
type Typed = Exclude<keyof typeof patterns.settings, 'code' | 'country' | 'logo'>
type PerValue<Key extends ChoiceKey> = Record<(typeof choices.settings)[Key][number], string>

/** The texts that the pages need. Another test checks that all languages have the same keys. */
interface Texts {
  field: Record<SettingKey, { label: string; text: string }> &
    Record<Switch, { on: string; off: string }> & { [Key in ChoiceKey]: { word: PerValue<Key>; to: PerValue<Key> } }
  group: Record<GroupId, string>
  /** How to write a text that has a pattern. */
  wrong: Record<Typed, string>
}
type Written = typeof texts
/** The settings whose texts are missing, and the texts of removed settings; if there is one, the compiler reports it below. */
const isWritten: Written extends Texts ? true : Texts = true
const isUsed: [Exclude<keyof Written['field'], SettingKey>] extends [never] ? true : false = true
void [isWritten, isUsed]

/** A page of settings, with its groups in order. */
export interface Area {
  id: 'general' | 'app_info'
  groups: readonly GroupId[]
}

export const areas = {
  general: { id: 'general', groups: generalGroups },
  appInfo: { id: 'app_info', groups: appInfoGroups }
} as const satisfies Record<string, Area>

export const settingsOf = (group: GroupId): readonly Setting[] => settings.filter((setting) => setting.group === group)

export const fieldsOf = ({ groups }: Area): readonly Setting[] =>
  settings.filter(({ group, kind }) => groups.includes(group) && kind !== 'fixed')
