/** The operator's country, whose national phone numbers are read; '' until the settings have been loaded. */
let home = ''

/** Sets the operator's country (ISO 3166 code). The settings do so when they arrive. */
export function setHomeCountry(country: string): void {
  home = country
}

export const homeCountry = (): string => home
