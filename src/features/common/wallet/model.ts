/** Returns those of the operator's top-up amounts that lie within the provider's limits. */
export const offeredAmounts = (amounts: readonly string[], min: number, max: number): number[] =>
  amounts.map(Number).filter((amount) => amount >= min && amount <= max)
