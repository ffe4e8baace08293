import type { Settings } from '@/entities/settings'
import { currencyFacts } from '@/lib/format/format'
import { cashUnitOf, currencyOf, emergencyOf, usesMiles } from './facts'

/** The settings that belong to a town. */
export type Town = Pick<
  Settings,
  'country' | 'code' | 'decimal' | 'symbol' | 'swipe_symbol' | 'cash_unit' | 'time_zone' | 'convert_to_mile' | 'panic'
>

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

/** Returns how many hours a zone is ahead of UTC in winter, or in the southern summer: the smaller offset of the year. */
function standardOffset(timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const at = (month: number) => {
    const name = format.formatToParts(Date.UTC(2026, month)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(name) ?? []
    return (Number(hours) + Number(minutes) / 60) * (sign === '-' ? -1 : 1)
  }
  return Math.min(at(0), at(6))
}

/**
 * Returns the time zone of a place in a country: its only one, or the one whose noon is nearest to the sun's. Null if the browser
 * knows none.
 */
export function zoneAt(country: string, lng: number | null): string | null {
  const zones = zonesOf(country)
  if (lng === null || zones.length < 2) return zones[0] ?? null
  const distance = (zone: string) => Math.abs(standardOffset(zone) - lng / 15)
  return [...zones].sort((one, other) => distance(one) - distance(other))[0] ?? null
}

/** Returns what is proposed for a town in a country. What is unknown keeps what is stored, or is empty so that it is asked for. */
export function proposeTown(country: string, lng: number | null, stored: Town): Town {
  const code = currencyOf(country) ?? stored.code
  return {
    country,
    code,
    ...moneyOf(code, country),
    time_zone: zoneAt(country, lng) ?? '',
    convert_to_mile: usesMiles(country),
    panic: emergencyOf(country) ?? ''
  }
}

const ofCurrency: readonly string[] = [
  'code',
  'decimal',
  'symbol',
  'swipe_symbol',
  'cash_unit'
] satisfies (keyof Town)[]

/** Returns the settings to save. A currency in which rides were booked stays as it is. */
export const townPatch = (town: Town, isLocked: boolean): Partial<Town> =>
  Object.fromEntries(Object.entries(town).filter(([key]) => !isLocked || !ofCurrency.includes(key)))
