import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCarTypes } from '@/entities/car'
import { useFormat } from '@/entities/settings'
import { formatUnit } from '@/lib/format/format'
import { isolated } from '@/lib/format/isolated'
import { clockOf, dayName, minutesOf, weekDays } from '../model/week'
import type { TariffWindow } from '../model/window'

export type WindowFacts = Pick<
  TariffWindow,
  'name' | 'amount' | 'percent' | 'from_time' | 'to_time' | 'car_type_id' | 'active'
>

/**
 * Returns functions that describe a tariff window in words (surcharge, hours, car type), and the weekdays in the order of the
 * locale.
 */
export function useWindowWords() {
  const { t } = useTranslation('tariff_times')
  const { moneyChange, locale } = useFormat()
  const { carTypes } = useCarTypes('both')
  return useMemo(() => {
    const price = ({ amount, percent }: WindowFacts) =>
      amount !== null ? moneyChange(amount) : percent !== null ? `+${formatUnit(percent, 'percent', locale, 2)}` : ''
    const hours = ({ from_time, to_time }: WindowFacts) => {
      const [from, to] = [minutesOf(from_time), minutesOf(to_time)]
      return t('hours', { from: clockOf(from), to: to % (24 * 60) === 0 ? '24:00' : clockOf(to) })
    }
    const car = ({ car_type_id }: WindowFacts) => carTypes?.find(({ id }) => id === car_type_id)?.name ?? ''
    return {
      days: weekDays(locale),
      dayName: (day: number, length: 'long' | 'short' = 'long') => dayName(day, locale, length),
      price,
      hours,
      /** Describes a window completely in one line. If `day` is given, the line also names this weekday. */
      whole: (window: WindowFacts, day?: number) =>
        [
          window.name || t('new'),
          price(window),
          [day && dayName(day, locale, 'long'), hours(window)].filter(Boolean).join(' '),
          car(window),
          window.active ? '' : t('off')
        ]
          .filter(Boolean)
          .join(', '),
      /** Writes the line below the name of a window: surcharge, hours and car type. */
      line: (window: WindowFacts) =>
        [price(window), hours(window), car(window)].filter(Boolean).map(isolated).join(' · ')
    }
  }, [t, moneyChange, locale, carTypes])
}

export type WindowWords = ReturnType<typeof useWindowWords>
