import type { ReceiptContent } from '@contract/receipts'
import { useFormat } from '@/entities/settings'
import { dateFormat, formatDistance, formatDuration, formatMoney, formatNumber, formatRate } from '@/lib/format/format'
import { withRepeatedName } from '@/lib/time/zoned'

const day = { day: 'numeric', month: 'long', year: 'numeric' } as const

/**
 * Returns functions that write amounts, numbers and times in the reader's language, with the receipt's own currency and time
 * zone.
 */
export function usePaperFormat(money: ReceiptContent['money']) {
  const { locale } = useFormat()
  const at = (said: string, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...options, timeZone: money.time_zone }).format(new Date(said))
  return {
    money: (amount: number) => formatMoney(amount, money, locale),
    rate: (amount: number) => formatRate(amount, money, locale),
    figure: (value: number) => formatNumber(value, locale, { maximumFractionDigits: 3 }),
    distance: (km: number) => formatDistance(km, money.convert_to_mile, locale),
    duration: (secs: number) => formatDuration(secs, locale),
    day: (said: string) => at(said, day),
    moment: (said: string) =>
      withRepeatedName(
        at(said, { ...day, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
        Date.parse(said),
        money.time_zone
      )
  }
}

export type PaperFormat = ReturnType<typeof usePaperFormat>
