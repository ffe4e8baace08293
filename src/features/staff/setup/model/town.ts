// A test of the database also imports this file, so it uses relative imports instead of the app's aliases.

import { currencyFacts } from '../../../../lib/format/format'
import type { Tables } from '../../../../types/database'
import { cashUnitOf, currencyOf, emergencyOf, taxNameIn, usesMiles } from './facts'

const ofCurrency = ['code', 'decimal', 'symbol', 'swipe_symbol', 'cash_unit'] as const
const others = ['country', 'time_zone', 'convert_to_mile', 'panic', 'tax_name'] as const

/** The settings that belong to a town. */
export type Town = Pick<Tables<'settings'>, (typeof ofCurrency)[number] | (typeof others)[number]>

const pick = <Key extends keyof Town>(town: Town, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, town[key]])) as Pick<Town, Key>

/** Returns how the main language of a country writes a currency. */
export function moneyOf(
  code: string,
  country: string
): Pick<Town, 'decimal' | 'symbol' | 'swipe_symbol' | 'cash_unit'> {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  const { symbol, decimals, isSymbolLast } = currencyFacts(code, `${language}-${country}`)
  return { decimal: decimals, symbol, swipe_symbol: isSymbolLast, cash_unit: cashUnitOf(code) }
}

/** Browsers before 2024 have a property instead of the function; Firefox has neither. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] }

/** Returns the time zones of a country; empty if the browser does not know them. */
export function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as WithZones
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** The time zone of the device; its name may be another one than the list of a country has. */
const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Returns the one name that this browser has for a time zone: Asia/Calcutta is Asia/Kolkata. */
const nameOfZone = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone

/**
 * Returns the time zone of a firm in a country: the country's only one, or that of the device if the country has it. Else null: no
 * rule tells by a position which zone a town has, and a wrong one moves each booking by hours.
 */
export function zoneIn(country: string, device = deviceZone()): string | null {
  const zones = zonesOf(country)
  if (zones.length === 1) return zones[0] ?? null
  return zones.find((zone) => nameOfZone(zone) === nameOfZone(device)) ?? null
}

/**
 * Returns what is proposed for a town in a country. What is unknown keeps what is stored, or is empty so that it is asked for.
 *
 * @param isLocked whether rides were booked, so that the currency stays as it is stored
 */
export function proposeTown(country: string, stored: Town, isLocked = false, device?: string): Town {
  const code = currencyOf(country) ?? stored.code
  return {
    country,
    ...(isLocked ? pick(stored, ofCurrency) : { code, ...moneyOf(code, country) }),
    time_zone: zoneIn(country, device) ?? '',
    convert_to_mile: usesMiles(country),
    panic: emergencyOf(country) ?? '',
    tax_name: taxNameIn(country)?.value ?? ''
  }
}

/** What a town cannot go without and what is not known everywhere: the owner has to enter it. */
export const missingIn = (town: Town): ('time_zone' | 'panic' | 'tax_name')[] =>
  (['time_zone', 'panic', 'tax_name'] as const).filter((key) => town[key].trim() === '')

/** Returns the settings to save. A currency in which rides were booked stays as it is. */
export const townPatch = (town: Town, isLocked: boolean): Partial<Town> =>
  pick(town, isLocked ? others : [...ofCurrency, ...others])
