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
} from '@/lib/format/format'
import { useDateLocale } from '@/lib/texts/offered'
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
  const dateLocale = useDateLocale(i18n.language)
  return useMemo(
    () => formatsOf({ ...defaults, ...settings }, i18n.language, dateLocale),
    [settings, i18n.language, dateLocale]
  )
}

/**
 * The functions of `useFormat`. Only the first use looks up how the language writes numbers: the browser's first formatter takes
 * longer than the whole first view of a page, which often shows no number.
 */
function formatsOf(rules: typeof defaults, language: string, dateLocale: () => string | null) {
  let numbers: string | undefined
  let dates: string | undefined
  const inNumbers = () => (numbers ??= intlLocale(language, rules.country))
  const inDates = () => {
    if (dates) return dates
    const own = dateLocale()
    dates = own ? dateTag(own, rules.country) : inNumbers()
    return dates
  }
  return {
    money: (amount: number) => formatMoney(amount, rules, inNumbers()),
    moneyChange: (amount: number) => formatMoney(amount, rules, inNumbers(), 'exceptZero'),
    rate: (amount: number) => formatRate(amount, rules, inNumbers()),
    distance: (km: number) => formatDistance(km, rules.convert_to_mile, inNumbers()),
    duration: (seconds: number) => formatDuration(seconds, inNumbers()),
    time: (at: string | number | Date) => formatTime(at, inDates(), rules.time_zone),
    dateTime: (at: string | number | Date) => formatDateTime(at, inDates(), rules.time_zone),
    moment: (at: string | number | Date) => formatDateTime(at, inDates(), rules.time_zone, { hasWeekday: false }),
    get locale() {
      return inNumbers()
    },
    timeZone: rules.time_zone
  }
}
