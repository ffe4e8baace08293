import { csvFile } from '@/components/data-table/export/csv'
import { FileProblem } from '@/components/data-table/import/problem'
import { grouped } from '@/lib/format/grouped'
import { exactSum } from '@/lib/typing/decimal'
import { readAccount } from './account'
import { rounded } from './amount'
import { node, optional, writeXml, type XmlNode } from './xml-writer'

/*
 * Writes drivers' yearly income for tax offices in two formats: CSV with the DAC7 fields, and the OECD's XML for digital
 * platforms (DPI 1.0). In the XML, driving for a fare counts as a "personal service".
 */

/** One quarter of a driver's income, as `tax_report` returns it. */
export interface DriverQuarter {
  driver_id: string
  first_name: string
  last_name: string
  tax_number: string
  vat_number: string
  tax_country: string | null
  birth_date: string | null
  street: string
  postal_code: string
  city: string
  bank_holder: string | null
  bank_account: string | null
  quarter: number
  activities: number
  consideration: number
  fees: number
  taxes: number
  fleet_share: number
  charges: number
}

export interface DriverIncome
  extends Omit<
    DriverQuarter,
    'quarter' | 'activities' | 'consideration' | 'fees' | 'taxes' | 'fleet_share' | 'charges'
  > {
  /** The year's quarters, in order. */
  quarters: readonly DriverQuarter[]
}

/** A fact that the tax office requires and that is missing. Its label is the text `money:missing.<name>`. */
export type Missing = 'tax_number' | 'tax_country' | 'birth_date' | 'street' | 'postal_code' | 'city' | 'last_name'

/** Groups the quarters by driver, and leaves out drivers without income. */
export function incomes(rows: readonly DriverQuarter[]): DriverIncome[] {
  const byDriver = grouped(rows, ({ driver_id }) => driver_id)
  return [...byDriver.values()].flatMap((quarters) => {
    const [first] = quarters
    const isNothing = quarters.every(({ activities, consideration }) => activities === 0 && consideration === 0)
    if (!first || isNothing) return []
    return [{ ...first, quarters: quarters.toSorted((a, b) => a.quarter - b.quarter) }]
  })
}

export const missingOf = (driver: DriverIncome): Missing[] =>
  (['tax_number', 'tax_country', 'birth_date', 'street', 'postal_code', 'city', 'last_name'] as const).filter(
    (field) => !driver[field]?.trim()
  )

const HEADS = [
  'year',
  'driver_id',
  'first_name',
  'last_name',
  'birth_date',
  'tax_number',
  'tax_country',
  'vat_number',
  'street',
  'postal_code',
  'city',
  'country',
  'account',
  'account_holder',
  'currency',
  ...['consideration', 'activities', 'fees', 'taxes'].flatMap((name) =>
    [1, 2, 3, 4].map((quarter) => `${name}_q${quarter}`)
  ),
  'consideration_year',
  'fleet_share_year',
  'charges_year',
  'missing'
]

/** Writes a CSV with one line per driver: the DAC7 fields by quarter, and which facts are still missing. */
export function incomeCsv(drivers: readonly DriverIncome[], year: number, currency: string, decimals: number): string {
  const money = (amount: number) => rounded(amount, decimals)
  const lines = drivers.map((driver) => {
    const { quarters } = driver
    const year4 = (field: 'consideration' | 'fleet_share' | 'charges') =>
      money(exactSum(quarters.map((one) => one[field])))
    return [
      String(year),
      driver.driver_id,
      driver.first_name,
      driver.last_name,
      driver.birth_date,
      driver.tax_number,
      driver.tax_country,
      driver.vat_number,
      driver.street,
      driver.postal_code,
      driver.city,
      driver.tax_country,
      driver.bank_account,
      driver.bank_holder,
      currency,
      ...quarters.map(({ consideration }) => money(consideration)),
      ...quarters.map(({ activities }) => String(activities)),
      ...quarters.map(({ fees }) => money(fees)),
      ...quarters.map(({ taxes }) => money(taxes)),
      year4('consideration'),
      year4('fleet_share'),
      year4('charges'),
      missingOf(driver).join(' ')
    ]
  })
  return csvFile([HEADS, ...lines])
}

export interface Operator {
  name: string
  /** The platform's trade name. */
  businessName: string
  address: string
  country: string
  taxNumber: string
  currency: string
}

const DPI = 'urn:oecd:ties:dpi:v1'
const STF = 'urn:oecd:ties:dpistf:v1'

const FIELD = 200
const text = (name: string, value: string): XmlNode =>
  node(`dpi:${name}`, value.trim().slice(0, FIELD) || 'NOTPROVIDED')

/** The element for a tax number with its issuing country. The format marks a missing number explicitly. */
const tin = (number: string, country: string): XmlNode =>
  node(
    'dpi:TIN',
    number.trim() || 'NOTIN',
    number.trim() ? { issuedBy: country } : { issuedBy: country, unknown: 'true' }
  )

function addressNode(
  country: string,
  { street, postalCode, city }: { street: string; postalCode: string; city: string }
): XmlNode {
  return node('dpi:Address', [
    node('dpi:CountryCode', country),
    node('dpi:AddressFix', [
      optional('dpi:Street', street.trim().slice(0, FIELD)),
      optional('dpi:PostCode', postalCode.trim().slice(0, FIELD)),
      text('City', city)
    ])
  ])
}

const docSpec = (reference: string): XmlNode =>
  node('dpi:DocSpec', [node('stf:DocTypeIndic', 'OECD1'), node('stf:DocRefId', reference)])

/** The element for an amount, rounded to whole currency units, as this format requires. */
const whole = (name: string, amount: number, currency: string): XmlNode =>
  node(`dpi:${name}`, rounded(amount, 0), { currCode: currency })

function activitiesNode(quarters: readonly DriverQuarter[], currency: string): XmlNode {
  const of = (field: 'consideration' | 'fees' | 'taxes', prefix: string) =>
    quarters.map((one) => whole(`${prefix}Q${one.quarter}`, one[field], currency))
  return node('dpi:RelevantActivities', [
    node('dpi:PersonalServices', [
      node('dpi:Consideration', of('consideration', 'Cons')),
      node(
        'dpi:NumberOfActivities',
        quarters.map((one) => node(`dpi:NumbQ${one.quarter}`, String(one.activities)))
      ),
      node('dpi:Fees', of('fees', 'Fees')),
      node('dpi:Taxes', of('taxes', 'Tax'))
    ])
  ])
}

function sellerNode(driver: DriverIncome, operator: Operator, reference: string): XmlNode {
  const country = driver.tax_country ?? operator.country
  const account = readAccount(driver.bank_account ?? '')
  return node('dpi:ReportableSeller', [
    node('dpi:Identity', [
      node('dpi:IndividualSeller', [
        node('dpi:Standard', [
          node('dpi:IndSellerID', [
            node('dpi:ResCountryCode', country),
            tin(driver.tax_number, country),
            optional('dpi:VAT', driver.vat_number.trim()),
            node('dpi:Name', [text('FirstName', driver.first_name), text('LastName', driver.last_name)]),
            addressNode(country, { street: driver.street, postalCode: driver.postal_code, city: driver.city }),
            node('dpi:BirthInfo', [node('dpi:BirthDate', driver.birth_date ?? '')])
          ]),
          account &&
            node('dpi:FinancialIdentifier', [
              node('dpi:Identifier', 'iban' in account ? account.iban : account.other, {
                AccountNumberType: 'iban' in account ? 'IBAN' : 'OBAN'
              }),
              optional('dpi:AccountHolderName', driver.bank_holder?.trim())
            ])
        ])
      ])
    ]),
    activitiesNode(driver.quarters, operator.currency),
    docSpec(reference)
  ])
}

/** The content of a DPI file, which is addressed to one tax office. */
export interface DpiFile {
  operator: Operator
  drivers: readonly DriverIncome[]
  year: number
  /** The unique id of this file; an id must never be used again. */
  messageId: string
  /** When the file was created (ISO time). */
  createdAt: string
}

/**
 * Creates the OECD's XML file. A driver without a birth date or last name is left out, because the tax office would reject the
 * whole file.
 *
 * @returns `text` is the file, `left` the drivers who are left out, `incomplete` the drivers in the file who lack other facts
 * @throws FileProblem `no_tax_number` of the operator, `no_birth_dates` if no driver is left
 */
export function dpiXml({ operator, drivers, year, messageId, createdAt }: DpiFile) {
  if (!operator.taxNumber.trim()) throw new FileProblem('no_tax_number')
  const complete = drivers.filter((driver) => driver.birth_date && driver.last_name.trim())
  if (complete.length === 0) throw new FileProblem('no_birth_dates')
  const { country } = operator
  const [street = '', ...more] = operator.address
    .split(/\n|,\s*/)
    .map((line) => line.trim())
    .filter(Boolean)
  const [, postalCode = '', city = more.at(-1) ?? ''] =
    /^(?:[A-Z]{1,2}-)?(\d{3,6})\s+(.+)$/.exec(more.at(-1) ?? '') ?? []
  const xml = writeXml(
    node(
      'dpi:DPI_OECD',
      [
        node('dpi:MessageSpec', [
          node('dpi:SendingEntityIN', operator.taxNumber.trim()),
          node('dpi:TransmittingCountry', country),
          node('dpi:ReceivingCountry', country),
          node('dpi:MessageType', 'DPI'),
          node('dpi:MessageRefId', messageId),
          node('dpi:MessageTypeIndic', 'DPI401'),
          node('dpi:ReportingPeriod', `${year}-12-31`),
          node('dpi:Timestamp', createdAt.replace(/(\.\d+)?Z$/, ''))
        ]),
        node('dpi:DPIBody', [
          node('dpi:PlatformOperator', [
            node('dpi:ResCountryCode', country),
            tin(operator.taxNumber, country),
            text('Name', operator.name || operator.businessName),
            optional('dpi:PlatformBusinessName', operator.businessName.trim()),
            addressNode(country, { street, postalCode, city }),
            docSpec(`${messageId}-P`)
          ]),
          ...complete.map((driver, index) => sellerNode(driver, operator, `${messageId}-${index + 1}`))
        ])
      ],
      { 'xmlns:dpi': DPI, 'xmlns:stf': STF, version: '1.0' }
    )
  )
  return {
    text: xml,
    count: complete.length,
    left: drivers.filter((driver) => !complete.includes(driver)),
    incomplete: complete.filter((driver) => missingOf(driver).length > 0)
  }
}
