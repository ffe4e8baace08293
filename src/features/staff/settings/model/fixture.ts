import type { Settings } from '@/entities/settings'
import { numberLimits } from '@/types/limits'
import { settings } from './fields'

const limits: Partial<Record<string, readonly [number, number]>> = numberLimits.settings

const words: Record<string, unknown> = {
  symbol: 'CHF',
  code: 'CHF',
  country: 'LI',
  time_zone: 'Europe/Vaduz',
  app_category: 'taxi',
  fare_mode: 'metered',
  cheaper_route: 'agree',
  refund_to: 'wallet',
  dispatch_mode: 'waves',
  on_decline: 'cancel',
  legal_template: 'none',
  wallet_money_field: ['20'],
  embed_origins: [],
  app_name: 'Hackney',
  brand_color: '',
  text_booked: 'off',
  text_driver: 'off',
  text_outside: 'off',
  text_delayed: 'off',
  text_changed: 'off',
  text_cancelled: 'off',
  text_receipt: 'off',
  mail_booked: 'off',
  mail_driver: 'off',
  mail_outside: 'off',
  mail_delayed: 'off',
  mail_changed: 'off',
  mail_cancelled: 'off',
  mail_receipt: 'off'
}

/** Creates a settings row for tests: switches are off and numbers are 2 or their least value, unless the test sets them. */
export function storedSettings(own: Record<string, unknown>): Settings {
  const plain = settings.map(({ key, kind }) => [
    key,
    kind === 'switch' ? false : kind === 'money' || kind === 'figure' ? Math.max(2, limits[key]?.[0] ?? 2) : ''
  ])
  return { ...Object.fromEntries(plain), ...words, ...own } as unknown as Settings
}
