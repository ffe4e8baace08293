/** Facts about countries that browsers do not know. A number or a name that is missing is asked for. */

/** When the facts of this file were compared with their sources. */
export const FACTS_AS_OF = '2026-11-15'

/** A fact and where it is from. */
export interface Sourced {
  value: string
  source: string
}

/** Returns the entry of a table whose countries contain one. */
const entryOf = (table: readonly (Sourced & { countries: string })[], country: string): Sourced | null => {
  const found = table.find(({ countries }) => countries.split(' ').includes(country))
  return found ? { value: found.value, source: found.source } : null
}

/** Where the currencies are from. */
export const CURRENCY_SOURCE = 'ISO 4217'

/**
 * The currency that people pay with, and the countries (ISO 3166) that use it. Source: ISO 4217, compared in November 2026 with the
 * package country-to-currency 3.0.1.
 */
const CURRENCIES =
  'EUR AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM VA XK YT;CHF CH LI;GBP GB GG IM JE TA;USD AS BQ EC FM GU IO MH MP PR PW SV TC TL UM US VG VI;DKK DK FO GL;NOK NO SJ;SEK SE;ISK IS;CZK CZ;HUF HU;PLN PL;RON RO;RSD RS;BAM BA;MKD MK;ALL AL;MDL MD;UAH UA;BYN BY;RUB RU;TRY TR;GEL GE;AMD AM;AZN AZ;GIP GI;ZWG ZW;KZT KZ;KGS KG;UZS UZ;TJS TJ;TMT TM;CAD CA;MXN MX;GTQ GT;BZD BZ;HNL HN;NIO NI;CRC CR;PAB PA;CUP CU;DOP DO;HTG HT;JMD JM;BSD BS;BBD BB;TTD TT;XCD AG AI DM GD KN LC MS VC;XCG CW SX;AWG AW;BMD BM;KYD KY;COP CO;VES VE;GYD GY;SRD SR;BRL BR;PEN PE;BOB BO;PYG PY;UYU UY;ARS AR;CLP CL;FKP FK;EGP EG;MAD EH MA;DZD DZ;TND TN;LYD LY;SDG SD;SSP SS;ETB ET;ERN ER;DJF DJ;SOS SO;KES KE;UGX UG;TZS TZ;RWF RW;BIF BI;XOF BF BJ CI GW ML NE SN TG;XAF CF CG CM GA GQ TD;NGN NG;GHS GH;GMD GM;GNF GN;SLE SL;LRD LR;CVE CV;MRU MR;STN ST;AOA AO;CDF CD;ZMW ZM;MWK MW;MZN MZ;ZAR ZA;NAD NA;BWP BW;LSL LS;SZL SZ;MGA MG;MUR MU;SCR SC;KMF KM;SHP AC SH;SAR SA;AED AE;QAR QA;BHD BH;KWD KW;OMR OM;YER YE;JOD JO;LBP LB;SYP SY;IQD IQ;IRR IR;ILS IL PS;AFN AF;PKR PK;INR IN;NPR NP;BTN BT;BDT BD;LKR LK;MVR MV;MMK MM;THB TH;LAK LA;KHR KH;VND VN;MYR MY;SGD SG;IDR ID;PHP PH;BND BN;CNY CN;HKD HK;MOP MO;TWD TW;JPY JP;KRW KR;KPW KP;MNT MN;AUD AU CC CX KI NF NR TV;NZD CK NU NZ PN TK;FJD FJ;PGK PG;SBD SB;VUV VU;WST WS;TOP TO;XPF NC PF WF'

const currencyByCountry = new Map(
  CURRENCIES.split(';').flatMap((entry) => {
    const [currency = '', ...countries] = entry.split(' ')
    return countries.map((country) => [country, currency] as const)
  })
)

/** All these currencies. */
export const currencies: readonly string[] = CURRENCIES.split(';')
  .map((entry) => entry.slice(0, 3))
  .sort()

/** Returns the currency (ISO 4217) of a country; null if unknown. */
export const currencyOf = (country: string): string | null => currencyByCountry.get(country) ?? null

const UNION_112 = 'Directive (EU) 2018/1972, article 109'

/** The number that reaches police, ambulance and fire brigade. */
const EMERGENCY: readonly (Sourced & { countries: string })[] = [
  {
    value: '112',
    source: UNION_112,
    countries: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'
  },
  { value: '112', source: 'ITU-T E.161.1', countries: 'AD CH GB IS LI MC NO TR' },
  { value: '911', source: 'FCC', countries: 'US' },
  { value: '911', source: 'CRTC', countries: 'CA' },
  { value: '911', source: 'IFT', countries: 'MX' },
  { value: '000', source: 'ACMA', countries: 'AU' },
  { value: '111', source: 'New Zealand Police', countries: 'NZ' }
]

/** Returns the emergency number of a country and its source; null if unknown, or if there are several. */
export const emergencyIn = (country: string): Sourced | null => entryOf(EMERGENCY, country)

export const emergencyOf = (country: string): string | null => emergencyIn(country)?.value ?? null

const UNION_TAX = 'Directive 2006/112/EC'

/** What people call the tax on services, in the country's main language, and the law that names it. */
const TAX_NAMES: readonly (Sourced & { countries: string })[] = [
  { value: 'MwSt.', source: 'MWSTG', countries: 'CH LI' },
  { value: 'MwSt.', source: UNION_TAX, countries: 'DE' },
  { value: 'USt.', source: UNION_TAX, countries: 'AT' },
  { value: 'TVA', source: UNION_TAX, countries: 'FR LU MC RO' },
  { value: 'BTW/TVA', source: UNION_TAX, countries: 'BE' },
  { value: 'btw', source: UNION_TAX, countries: 'NL' },
  { value: 'IVA', source: UNION_TAX, countries: 'ES IT PT' },
  { value: 'VAT', source: UNION_TAX, countries: 'IE MT PL' },
  { value: 'moms', source: UNION_TAX, countries: 'DK SE' },
  { value: 'ALV', source: UNION_TAX, countries: 'FI' },
  { value: 'ΦΠΑ', source: UNION_TAX, countries: 'CY GR' },
  { value: 'DPH', source: UNION_TAX, countries: 'CZ SK' },
  { value: 'ÁFA', source: UNION_TAX, countries: 'HU' },
  { value: 'PDV', source: UNION_TAX, countries: 'HR' },
  { value: 'DDV', source: UNION_TAX, countries: 'SI' },
  { value: 'ДДС', source: UNION_TAX, countries: 'BG' },
  { value: 'PVM', source: UNION_TAX, countries: 'LT' },
  { value: 'PVN', source: UNION_TAX, countries: 'LV' },
  { value: 'käibemaks', source: UNION_TAX, countries: 'EE' },
  { value: 'VAT', source: 'Value Added Tax Act 1994', countries: 'GB' },
  { value: 'MVA', source: 'Merverdiavgiftsloven', countries: 'NO' },
  { value: 'VSK', source: 'Lög um virðisaukaskatt', countries: 'IS' },
  { value: 'KDV', source: 'Katma Değer Vergisi Kanunu', countries: 'TR' },
  { value: 'GST', source: 'A New Tax System (Goods and Services Tax) Act 1999', countries: 'AU' },
  { value: 'GST', source: 'Goods and Services Tax Act 1985', countries: 'NZ' },
  { value: 'GST', source: 'Goods and Services Tax Act 1993', countries: 'SG' },
  { value: 'GST', source: 'Central Goods and Services Tax Act, 2017', countries: 'IN' },
  { value: 'GST/HST', source: 'Excise Tax Act', countries: 'CA' },
  { value: 'IVA', source: 'Ley del Impuesto al Valor Agregado', countries: 'MX' },
  { value: 'VAT', source: 'Value-Added Tax Act, 1991', countries: 'ZA' },
  { value: '消費税', source: '消費税法', countries: 'JP' }
]

/** Returns the name of the tax on fares in a country and its source; null if unknown, or if it differs within the country. */
export const taxNameIn = (country: string): Sourced | null => entryOf(TAX_NAMES, country)

/** Countries whose roads are signposted in miles. Puerto Rico has kilometres, though its speeds are in miles. */
export const usesMiles = (country: string): boolean =>
  ['GB', 'GG', 'IM', 'JE', 'US', 'LR', 'VI', 'GU', 'AS', 'MP'].includes(country)

/** The smallest amount that people can pay in cash, where coins are larger than the smallest decimal, as of November 2026. */
const CASH: Record<string, number> = {
  CHF: 0.05,
  CAD: 0.05,
  AUD: 0.05,
  NZD: 0.1,
  DKK: 0.5,
  SEK: 1,
  NOK: 1,
  CZK: 1,
  HUF: 5
}

export const cashUnitOf = (currency: string): number => CASH[currency] ?? 0
