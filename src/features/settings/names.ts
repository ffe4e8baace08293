type Names = (code: string) => string

/** Names in a language; one Intl object per list, because creating it is slow. */
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

/** "CHF · Swiss Franc". */
export const currencyName = (code: string, locale: string): string => withName(code, namesIn('currency', locale)(code))
