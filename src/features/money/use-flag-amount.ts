import type { Flag } from './queries'
import { useMoneyWords } from './use-words'

/** What the provider says, in the currency that it says. */
export function useFlagAmount() {
  const { money, figure, currency: ours } = useMoneyWords()
  return ({ amount, currency }: Pick<Flag, 'amount' | 'currency'>): string =>
    amount === null
      ? '–'
      : (currency ?? '').toUpperCase() === ours
        ? money(amount)
        : `${figure(amount)} ${currency ?? ''}`
}
