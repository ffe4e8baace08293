import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  dateTag,
  formatDateTime,
  formatDistance,
  formatDuration,
  formatMoney,
  formatRate,
  formatTime,
  intlLocale
} from '@/lib/format'
import { useLanguages } from '@/lib/texts/offered'
import { useSettings } from './use-settings'

const defaults = {
  country: 'LI',
  symbol: 'CHF',
  decimal: 2,
  swipe_symbol: false,
  convert_to_mile: false,
  time_zone: 'Europe/Vaduz'
}

/**
 * Returns functions that format values in the page's language by the operator's settings: `money`, `moneyChange` (money with
 * its sign, a plus too), `rate` (money without rounding), `distance` (of km), `duration` (of seconds), `time`, `dateTime`, and
 * `moment` (`dateTime` without the weekday).
 */
export function useFormat() {
  const { settings } = useSettings()
  const { i18n } = useTranslation()
  const dateLocale = useLanguages().find(({ locale }) => locale === i18n.language)?.date_locale
  return useMemo(() => {
    const rules = { ...defaults, ...settings }
    const locale = intlLocale(i18n.language, rules.country)
    const dates = dateLocale ? dateTag(dateLocale, rules.country) : locale
    return {
      money: (amount: number) => formatMoney(amount, rules, locale),
      moneyChange: (amount: number) => formatMoney(amount, rules, locale, 'exceptZero'),
      rate: (amount: number) => formatRate(amount, rules, locale),
      distance: (km: number) => formatDistance(km, rules.convert_to_mile, locale),
      duration: (seconds: number) => formatDuration(seconds, locale),
      time: (at: string | number | Date) => formatTime(at, dates, rules.time_zone),
      dateTime: (at: string | number | Date) => formatDateTime(at, dates, rules.time_zone),
      moment: (at: string | number | Date) => formatDateTime(at, dates, rules.time_zone, { hasWeekday: false }),
      locale,
      timeZone: rules.time_zone
    }
  }, [settings, i18n.language, dateLocale])
}
