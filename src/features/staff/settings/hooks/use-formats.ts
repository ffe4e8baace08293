import type { Values } from '@/components/form/merge'
import { type FormRules, useFormRules } from '@/components/form/rules'
import { dateTag, formatDateTime, formatDistance, formatMoney, intlLocale } from '@/lib/format/format'
import type { OfferedLanguage } from '@/lib/texts/offered'
import { readDecimal } from '@/lib/typing/decimal'

/** Returns the typed number. If it cannot be read, returns the stored number, or 0 if there is none. */
function numberIn(value: unknown, fallback: unknown, { locale }: Pick<FormRules, 'locale'>): number {
  const read = (typed: unknown) => readDecimal(String(typed ?? ''), locale, 0)
  return Number(read(value) ?? read(fallback) ?? 0)
}

/** Formatting functions that use the settings typed in the form. */
export interface Formats {
  money: (amount: number) => string
  distance: (km: number) => string
  dateTime: (at: number) => string
}

/**
 * Returns a function that creates {@link Formats} from the form's values for a language. Where a value cannot be read, the
 * stored one is used.
 */
export function useFormats(stored: Values): (values: Values, language: OfferedLanguage) => Formats {
  const rules = useFormRules()
  return (values, { locale, date_locale }) => {
    const country = String(values.country)
    const figures = intlLocale(locale, country)
    const dates = date_locale ? dateTag(date_locale, country) : figures
    const decimal = Math.min(4, Math.max(0, Math.trunc(numberIn(values.decimal, stored.decimal, rules))))
    const money = { symbol: String(values.symbol), decimal, swipe_symbol: values.swipe_symbol === true }
    return {
      money: (amount) => formatMoney(amount, money, figures),
      distance: (km) => formatDistance(km, values.convert_to_mile === true, figures),
      dateTime: (at) => formatDateTime(at, dates, String(values.time_zone))
    }
  }
}
