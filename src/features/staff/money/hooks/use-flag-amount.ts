import { useCallback } from 'react'
import { apart } from '@/lib/format/isolated'
import type { Flag } from '../queries'
import { useMoneyWords } from './use-words'

/** Returns a function that formats the amount of a payment event in the currency that the provider reported. */
export function useFlagAmount() {
  const { money, figure, currency: ours } = useMoneyWords()
  return useCallback(
    ({ amount, currency }: Pick<Flag, 'amount' | 'currency'>): string => {
      if (amount === null) return '–'
      return (currency ?? '').toUpperCase() === ours ? money(amount) : `${figure(amount)} ${apart(currency ?? '')}`
    },
    [money, figure, ours]
  )
}
