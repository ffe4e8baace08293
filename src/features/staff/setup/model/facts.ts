/** Facts about countries that browsers do not know. An emergency number that is missing is asked for. */

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

/**
 * The number that reaches police, ambulance and fire brigade. Sources, as of November 2026: Directive (EU) 2018/1972, article
 * 109, and the same number outside the Union; FCC, CRTC and IFT for 911; ACMA for 000; Police of New Zealand for 111.
 */
const EMERGENCY: Record<string, string> = {
  112: 'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK TR',
  911: 'CA MX US',
  '000': 'AU',
  111: 'NZ'
}

/** Returns the emergency number of a country; null if unknown, or if there are several. */
export const emergencyOf = (country: string): string | null =>
  Object.entries(EMERGENCY).find(([, countries]) => countries.split(' ').includes(country))?.[0] ?? null

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
