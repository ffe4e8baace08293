/** Writes an amount with exactly this many decimals; null if it has more decimals or is not a number. */
export function amountText(amount: number, decimals: number): string | null {
  const text = amount.toFixed(decimals)
  return Number.isFinite(amount) && Math.abs(Number(text) - amount) < 1e-9 ? text : null
}

/** The sum of amounts that have the same number of decimals, computed in integers so that it is exact. */
export function sumText(amounts: readonly string[], decimals: number): string {
  const sum = amounts.reduce((all, amount) => all + BigInt(amount.replace('.', '')), 0n)
  const digits = String(sum < 0n ? -sum : sum).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${sum < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}

/** Rounds for official files: half away from zero. */
export function rounded(amount: number, decimals: number): string {
  const sign = amount < 0 ? -1 : 1
  const scaled = Math.round((Math.abs(amount) + Number.EPSILON * Math.abs(amount)) * 10 ** decimals) * sign
  return (scaled / 10 ** decimals).toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1')
}
