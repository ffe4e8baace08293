import { useCallback } from 'react'
import { apart } from '@/lib/isolated'
import type { Flag } from './queries'
import { useMoneyWords } from './use-words'

/** What the provider says, in the currency that it says. */
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
