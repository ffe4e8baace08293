type Names = (code: string) => string

/** Returns a function that gives the name of a code. Create it once per list, because creating an Intl object is slow. */
export function namesIn(type: 'region' | 'currency', locale: string): Names {
  const names = new Intl.DisplayNames(locale, { type })
  return (code) => {
    try {
      return names.of(code) ?? code
    } catch {
      return code
    }
  }
}

export const withName = (code: string, name: string) => (name === code ? code : `${code} · ${name}`)

export const countryName = (code: string, locale: string): string => namesIn('region', locale)(code)

/** Writes a currency as "CHF · Swiss Franc". */
export const currencyName = (code: string, locale: string): string => withName(code, namesIn('currency', locale)(code))

/**
 * What goes with a currency: its symbol, short where it is unmistakable in the language, and the decimals that people use,
 * which can be fewer than those of ISO 4217 (HUF: 0 of 2).
 */
export function currencyFacts(code: string, locale: string): { symbol: string; decimals: number } {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: code })
  const symbol =
    money
      .formatToParts(0)
      .find(({ type }) => type === 'currency')
      ?.value.replace(/[\u200e\u200f]/g, '') ?? code
  const { maximumFractionDigits = 2 } = money.resolvedOptions()
  return { symbol: symbol.length > 8 ? code : symbol, decimals: maximumFractionDigits }
}
