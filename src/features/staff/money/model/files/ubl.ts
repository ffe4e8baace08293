import { exactSum } from '@/lib/typing/decimal'
import { isBic, readAccount } from './account'
import { rounded } from './amount'
import { node, optional, writeXml, type XmlNode } from './xml-writer'

/*
 * Writes invoices and credit notes as OASIS UBL 2.1, one document each, with the fields of EN 16931. A ride is one line whose
 * amount includes the tax. A promotion counts as already paid, because the operator bears it.
 */

/** The columns of a row of `invoice_rows` that an invoice file needs. */
export interface InvoiceRow {
  number: string
  kind: string
  issued_at: string
  customer_name: string | null
  content: InvoiceContent
}

export interface InvoiceContent {
  company: {
    name?: string
    app_name?: string
    address?: string
    email?: string
    phone?: string
    tax_number?: string
    bank_account?: string
    bank_code?: string
  }
  money: { code: string; decimal: number; country?: string; time_zone: string }
  trip: { reference: string; pickup?: string; drop?: string; pickup_at?: string | null; drop_at?: string | null }
  total?: number
  tax?: number
  tax_percent?: number | null
  tax_name?: string
  /** What makes the amount to pay of `total`: the fare, promotion and rounding. */
  parts?: readonly { kind: string; amount: number }[]
  payments?: readonly { way: string; amount: number }[]
  /** The number of the receipt that a credit note or an addition follows. This field and the next two exist only in these. */
  receipt?: string
  receipt_at?: string
  amount?: number
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

export interface InvoiceWords {
  /** The text of a ride's line, such as "Ride ABCDEF". */
  ride: (reference: string) => string
}

/** The element for an address that was entered as free text: its lines unchanged, and the country from the settings. */
function addressNode(address: string, country: string): XmlNode {
  const [street = '', ...more] = address
    .split(/\n|,\s*/)
    .map((line) => line.trim())
    .filter(Boolean)
  const last = more.at(-1) ?? ''
  const [, zone = '', city = last] = /^(?:[A-Z]{1,2}-)?(\d{3,6})\s+(.+)$/.exec(last) ?? []
  return node('cac:PostalAddress', [
    optional('cbc:StreetName', street),
    optional('cbc:AdditionalStreetName', more.slice(0, -1).join(', ')),
    optional('cbc:CityName', city),
    optional('cbc:PostalZone', zone),
    node('cac:Country', [node('cbc:IdentificationCode', country)])
  ])
}

/** Countries whose tax is a goods and services tax (code GST of UN/ECE 5153). */
const GST = ['AU', 'CA', 'IN', 'MY', 'NZ', 'SG']

/** The tax scheme of a country (UN/ECE 5153): VAT, GST, or in the United States the sales tax of a state. */
const schemeNode = (country: string): XmlNode =>
  node('cac:TaxScheme', [node('cbc:ID', GST.includes(country) ? 'GST' : country === 'US' ? 'STT' : 'VAT')])

function supplierNode({ company }: InvoiceContent, country: string): XmlNode {
  const name = company.name || company.app_name || ''
  return node('cac:AccountingSupplierParty', [
    node('cac:Party', [
      node('cac:PartyName', [node('cbc:Name', name)]),
      addressNode(company.address ?? '', country),
      company.tax_number
        ? node('cac:PartyTaxScheme', [node('cbc:CompanyID', company.tax_number), schemeNode(country)])
        : null,
      node('cac:PartyLegalEntity', [node('cbc:RegistrationName', name)]),
      company.email || company.phone
        ? node('cac:Contact', [optional('cbc:Telephone', company.phone), optional('cbc:ElectronicMail', company.email)])
        : null
    ])
  ])
}

const customerNode = (name: string, country: string): XmlNode =>
  node('cac:AccountingCustomerParty', [
    node('cac:Party', [
      node('cac:PartyName', [node('cbc:Name', name)]),
      node('cac:PostalAddress', [node('cac:Country', [node('cbc:IdentificationCode', country)])]),
      node('cac:PartyLegalEntity', [node('cbc:RegistrationName', name)])
    ])
  ])

/**
 * Codes of payment methods (UNCL 4461) for cash and card. Any other method gets the code for an agreement between the parties.
 */
const means: Record<string, string> = { cash: '10', card: '48' }

interface Sums {
  net: number
  tax: number
  total: number
  rounding: number
  prepaid: number
  due: number
}

/** The totals of a document. */
export function sumsOf({ kind, content }: InvoiceRow): Sums {
  const total = Number(kind === 'receipt' ? content.total : content.amount) || 0
  const tax = Number(content.tax) || 0
  const parts = (kind === 'receipt' && content.parts?.filter((part) => part.kind !== 'fare')) || []
  const isRounding = (part: { kind: string }) => part.kind.endsWith('_rounding')
  const rounding = exactSum(parts.filter(isRounding).map(({ amount }) => Number(amount)))
  // A promotion counts as paid by the operator.
  const given = parts.filter((part) => !isRounding(part)).map(({ amount }) => -Number(amount))
  const paid = (content.payments ?? []).filter(({ way }) => way !== 'written_off').map(({ amount }) => Number(amount))
  const prepaid = kind === 'receipt' ? exactSum([...paid, ...given]) : total
  return { net: exactSum([total, -tax]), tax, total, rounding, prepaid, due: exactSum([total, rounding, -prepaid]) }
}

/** Returns the date of a moment in a time zone. */
const dayIn = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(at))

/** Writes one document. Its issue date is in the operator's time zone. */
export function invoiceXml(row: InvoiceRow, words: InvoiceWords): string {
  const { content } = row
  const { code, decimal, time_zone, country = 'ZZ' } = content.money
  const isCredit = row.kind === 'credit_note'
  const sums = sumsOf(row)
  const money = (name: string, amount: number) => node(name, rounded(amount, decimal), { currencyID: code })
  const percent = String(Number(content.tax_percent) || 0)
  // The tax category: standard rate, or not subject to tax if the operator charges none.
  const isTaxed = Number(content.tax_percent) > 0
  const category = (name: string) =>
    node(name, [
      node('cbc:ID', isTaxed ? 'S' : 'O'),
      isTaxed ? node('cbc:Percent', percent) : null,
      isTaxed || name !== 'cac:TaxCategory'
        ? null
        : node('cbc:TaxExemptionReason', `Not subject to ${content.tax_name || 'VAT'}`),
      schemeNode(country)
    ])
  const account = readAccount(content.company.bank_account ?? '')
  const bankCode = content.company.bank_code ?? ''
  const ways = isCredit ? [] : [...new Set((content.payments ?? []).map(({ way }) => means[way] ?? '1'))]
  const trip = [content.trip.pickup, content.trip.drop].filter(Boolean).join(' - ')
  const line = isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine'
  const root = isCredit ? 'CreditNote' : 'Invoice'
  return writeXml(
    node(
      root,
      [
        node('cbc:CustomizationID', 'urn:cen.eu:en16931:2017'),
        node('cbc:ID', row.number),
        node('cbc:IssueDate', dayIn(row.issued_at, time_zone)),
        isCredit ? node('cbc:CreditNoteTypeCode', '381') : node('cbc:InvoiceTypeCode', '380'),
        node('cbc:DocumentCurrencyCode', code),
        content.receipt
          ? node('cac:BillingReference', [
              node('cac:InvoiceDocumentReference', [
                node('cbc:ID', content.receipt),
                content.receipt_at ? node('cbc:IssueDate', dayIn(content.receipt_at, time_zone)) : null
              ])
            ])
          : null,
        supplierNode(content, country),
        customerNode(row.customer_name || '-', country),
        content.trip.drop_at && !isCredit
          ? node('cac:Delivery', [node('cbc:ActualDeliveryDate', dayIn(content.trip.drop_at, time_zone))])
          : null,
        ...ways.map((way) =>
          node('cac:PaymentMeans', [
            node('cbc:PaymentMeansCode', way),
            account && way === '1' && sums.due > 0
              ? node('cac:PayeeFinancialAccount', [
                  node('cbc:ID', 'iban' in account ? account.iban : account.other),
                  isBic(bankCode) ? node('cac:FinancialInstitutionBranch', [node('cbc:ID', bankCode)]) : null
                ])
              : null
          ])
        ),
        node('cac:TaxTotal', [
          money('cbc:TaxAmount', sums.tax),
          node('cac:TaxSubtotal', [
            money('cbc:TaxableAmount', sums.net),
            money('cbc:TaxAmount', sums.tax),
            category('cac:TaxCategory')
          ])
        ]),
        node('cac:LegalMonetaryTotal', [
          money('cbc:LineExtensionAmount', sums.net),
          money('cbc:TaxExclusiveAmount', sums.net),
          money('cbc:TaxInclusiveAmount', sums.total),
          money('cbc:PrepaidAmount', sums.prepaid),
          sums.rounding !== 0 && money('cbc:PayableRoundingAmount', sums.rounding),
          money('cbc:PayableAmount', sums.due)
        ]),
        node(line, [
          node('cbc:ID', '1'),
          node(isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity', '1', { unitCode: 'C62' }),
          money('cbc:LineExtensionAmount', sums.net),
          node('cac:Item', [
            optional('cbc:Description', trip),
            node('cbc:Name', words.ride(content.trip.reference)),
            category('cac:ClassifiedTaxCategory')
          ]),
          node('cac:Price', [money('cbc:PriceAmount', sums.net)])
        ])
      ],
      {
        xmlns: `${UBL}:${root}-2`,
        'xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
        'xmlns:cbc': `${UBL}:CommonBasicComponents-2`
      }
    )
  )
}

/** Returns the names of facts that a tax office would miss in a document. Their labels are the texts `money:missing.<name>`. */
export function missingIn({ content }: InvoiceRow): string[] {
  const { company, money } = content
  return [
    !(company.name || company.app_name) && 'company_name',
    !company.address && 'company_address',
    !company.tax_number && 'company_tax_number',
    !/^[A-Z]{2}$/.test(money.country ?? '') && 'country'
  ].filter((name) => typeof name === 'string')
}

/** The document's file name in the archive: letters, digits and dashes of its number. */
export const invoiceName = (number: string): string => `${number.replace(/[^A-Za-z0-9-]+/g, '-')}.xml`
