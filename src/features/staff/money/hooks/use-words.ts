import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { partsOf } from '@/entities/ledger'
import { providerName } from '@/entities/payment'
import { useFormat, useSettings } from '@/entities/settings'
import { formatNumber } from '@/lib/format/format'
import { writtenDay } from '@/lib/time/days'

/** Returns functions that format the desk's figures, dates and account names. */
export function useMoneyWords() {
  const { t } = useTranslation('money')
  const { settings } = useSettings()
  const { locale, timeZone, money, dateTime } = useFormat()
  return useMemo(() => {
    const decimals = settings?.decimal ?? 2
    const digits = { minimumFractionDigits: decimals, maximumFractionDigits: Math.max(decimals, 4) }
    const account = (name: string): string => {
      const { kind, provider } = partsOf(name)
      if (kind === 'clearing') return providerName(provider)
      return t([`trial_balance:account.${kind}`, 'trial_balance:account.other'], {
        provider: providerName(provider),
        account: name
      })
    }
    return {
      locale,
      timeZone,
      money,
      dateTime,
      decimals,
      currency: settings?.code ?? '',
      /** Formats an amount without its currency: "39,212.40". */
      figure: (amount: number) => formatNumber(amount, locale, digits),
      /** Formats a change of an amount, with its sign: "+39,212.40". */
      change: (amount: number) => formatNumber(amount, locale, { ...digits, signDisplay: 'exceptZero' }),
      count: (number: number) => formatNumber(number, locale),
      account,
      // The kind "bank_other" has a text with another key, because i18next would read "bank_other" as the plural form of
      // "bank".
      kind: (name: string) =>
        t([`kind.${name === 'bank_other' ? 'bank_assigned' : name}`, 'kind.other'], { kind: name }),
      /** Writes a day as "22 Nov". */
      shortDay: (day: string) => writtenDay(day, locale, { day: 'numeric', month: 'short' }),
      /** Writes a day as "Sat 21 Nov". */
      weekDay: (day: string) => writtenDay(day, locale, { weekday: 'short', day: 'numeric', month: 'short' }),
      day: (day: string) => writtenDay(day, locale)
    }
  }, [t, settings, locale, timeZone, money, dateTime])
}

export type MoneyWords = ReturnType<typeof useMoneyWords>
