import { namesIn, withName } from './names'

/** Country codes (ISO 3166-1 alpha-2). Intl knows their names but has no list of the codes. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** The currencies that people pay with (ISO 4217). Intl also lists those of the past, which the database refuses. */
export const currencies =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG'

interface Option {
  value: string
  label: string
}

/** Adds the stored value if the list lacks it, so that the field can show it. An older browser may not know every value. */
const withStored = (values: readonly string[], stored: string) =>
  stored === '' || values.includes(stored) ? values : [stored, ...values]

function countryOptions(locale: string, stored: string): Option[] {
  const nameOf = namesIn('region', locale)
  const { compare } = new Intl.Collator(locale)
  return withStored(codes.split(' '), stored)
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => compare(a.label, b.label))
}

function currencyOptions(locale: string, stored: string): Option[] {
  const nameOf = namesIn('currency', locale)
  return withStored(currencies.split(' '), stored).map((value) => ({
    value,
    label: withName(value, nameOf(value))
  }))
}

const zoneOptions = (stored: string): Option[] =>
  withStored(['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')], stored).map((value) => ({
    value,
    label: value.replaceAll('_', ' ')
  }))

/** Returns the options for settings of a kind: countries, currencies or time zones. */
export function longList(kind: string, locale: string, stored: string): readonly Option[] {
  if (kind === 'country') return countryOptions(locale, stored)
  return kind === 'currency' ? currencyOptions(locale, stored) : zoneOptions(stored)
}
