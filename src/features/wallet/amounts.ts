/** The operator's amounts for topping up, those that a provider takes. */
export const offeredAmounts = (amounts: readonly string[], min: number, max: number): number[] =>
  amounts.map(Number).filter((amount) => amount >= min && amount <= max)
