/** The operator's top-up amounts that the provider accepts. */
export const offeredAmounts = (amounts: readonly string[], min: number, max: number): number[] =>
  amounts.map(Number).filter((amount) => amount >= min && amount <= max)
