import { useCallback } from 'react'
import { serverNow } from '@/lib/time/server-clock'
import { sinceParts } from '../model/books'
import { useMoneyWords } from './use-words'

/** Returns a function that says how old a payment request is: "3 days ago". */
export function useStuckAge() {
  const { locale } = useMoneyWords()
  return useCallback(
    (at: string): string => {
      const [amount, unit] = sinceParts(Date.parse(at), serverNow())
      return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-amount, unit)
    },
    [locale]
  )
}
