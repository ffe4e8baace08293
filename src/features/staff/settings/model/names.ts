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
