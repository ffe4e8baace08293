import { at, childrenOf, readXml, textAt } from './xml-reader'

/*
 * Our own checks of the files that we create (payments, invoices, drivers' income): mandatory elements, their order and their
 * sums. The official schema files are not included, so the bank or office that receives a file may still find faults.
 */

/** Compares the child elements with the required order and returns the faults. Names with a question mark are optional. */
function orderFaults(parent: Element | null, where: string, order: readonly string[]): string[] {
  if (!parent) return [`${where} is missing`]
  const names = [...parent.children].map((child) => child.localName)
  const known = order.map((name) => name.replace('?', ''))
  const missing = order.filter((name) => !name.endsWith('?') && !names.includes(name))
  const strange = names.filter((name) => !known.includes(name))
  const places = names.map((name) => known.indexOf(name)).filter((place) => place >= 0)
  const isOrdered = places.every((place, index) => index === 0 || place >= (places[index - 1] ?? 0))
  return [
    ...missing.map((name) => `${where}/${name} is missing`),
    ...strange.map((name) => `${where}/${name} has no place there`),
    ...(isOrdered ? [] : [`${where}: the elements stand in another order`])
  ]
}

const minor = (text: string): bigint => BigInt(text.replace('.', '') || '0')

/** Checks a payment file and returns its faults; none if it is valid. */
export function paymentFaults(text: string): string[] {
  const message = at(readXml(text), 'CstmrCdtTrfInitn')
  const group = at(message, 'GrpHdr')
  const info = at(message, 'PmtInf')
  const payments = info ? childrenOf(info, 'CdtTrfTxInf') : []
  const amounts = payments.map((payment) => textAt(payment, 'Amt', 'InstdAmt'))
  const sum = amounts.reduce((all, amount) => all + minor(amount), 0n)
  const ids = payments.map((payment) => textAt(payment, 'PmtId', 'EndToEndId'))
  return [
    ...orderFaults(message, 'CstmrCdtTrfInitn', ['GrpHdr', 'PmtInf']),
    ...orderFaults(group, 'GrpHdr', ['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty']),
    ...orderFaults(info, 'PmtInf', [
      'PmtInfId',
      'PmtMtd',
      'BtchBookg?',
      'NbOfTxs?',
      'CtrlSum?',
      'PmtTpInf?',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr?',
      'CdtTrfTxInf'
    ]),
    ...payments.flatMap((payment, index) =>
      orderFaults(payment, `CdtTrfTxInf ${index + 1}`, ['PmtId', 'Amt', 'CdtrAgt?', 'Cdtr', 'CdtrAcct', 'RmtInf?'])
    ),
    ...[group, info].flatMap((part) => [
      ...(textAt(part, 'NbOfTxs') === String(payments.length) ? [] : ['NbOfTxs is not the number of payments']),
      ...(minor(textAt(part, 'CtrlSum')) === sum ? [] : ['CtrlSum is not the sum of the payments'])
    ]),
    ...(new Set(ids).size === ids.length ? [] : ['an EndToEndId is there twice']),
    ...ids.filter((id) => !/^[A-Za-z0-9]{1,35}$/.test(id)).map((id) => `EndToEndId ${id}`),
    ...[...(message?.getElementsByTagName('*') ?? [])]
      .filter((element) => element.children.length === 0 && /[^A-Za-z0-9/\-?:().,'+ ]/.test(element.textContent ?? ''))
      .map((element) => `${element.localName} has a sign that banks refuse`)
  ]
}

/** Checks an invoice or a credit note and returns its faults. */
export function invoiceFaults(text: string): string[] {
  const root = readXml(text)
  const isCredit = root.localName === 'CreditNote'
  const line = isCredit ? 'CreditNoteLine' : 'InvoiceLine'
  const totals = at(root, 'LegalMonetaryTotal')
  const sum = (name: string) => minor(textAt(totals, name))
  const tax = minor(textAt(root, 'TaxTotal', 'TaxAmount'))
  const lines = childrenOf(root, line).reduce((all, one) => all + minor(textAt(one, 'LineExtensionAmount')), 0n)
  return [
    ...orderFaults(root, root.localName, [
      'CustomizationID',
      'ID',
      'IssueDate',
      isCredit ? 'CreditNoteTypeCode' : 'InvoiceTypeCode',
      'DocumentCurrencyCode',
      isCredit ? 'BillingReference' : 'BillingReference?',
      'AccountingSupplierParty',
      'AccountingCustomerParty',
      'Delivery?',
      'PaymentMeans?',
      'TaxTotal',
      'LegalMonetaryTotal',
      line
    ]),
    ...orderFaults(totals, 'LegalMonetaryTotal', [
      'LineExtensionAmount',
      'TaxExclusiveAmount',
      'TaxInclusiveAmount',
      'PrepaidAmount?',
      'PayableRoundingAmount?',
      'PayableAmount'
    ]),
    ...orderFaults(at(root, 'AccountingSupplierParty', 'Party'), 'Supplier', [
      'PartyName',
      'PostalAddress',
      'PartyTaxScheme?',
      'PartyLegalEntity',
      'Contact?'
    ]),
    ...(lines === sum('LineExtensionAmount') && lines === sum('TaxExclusiveAmount')
      ? []
      : ['the lines are not the net amount']),
    ...(sum('TaxExclusiveAmount') + tax === sum('TaxInclusiveAmount') ? [] : ['net and tax are not the total']),
    ...(sum('TaxInclusiveAmount') + sum('PayableRoundingAmount') - sum('PrepaidAmount') === sum('PayableAmount')
      ? []
      : ['the rest to pay is another'])
  ]
}

/** Checks a report of drivers' income and returns its faults. */
export function incomeFaults(text: string): string[] {
  const root = readXml(text)
  const body = at(root, 'DPIBody')
  const sellers = body ? childrenOf(body, 'ReportableSeller') : []
  const references = [...root.getElementsByTagName('*')]
    .filter(({ localName }) => localName === 'DocRefId')
    .map((one) => one.textContent)
  return [
    ...orderFaults(root, 'DPI_OECD', ['MessageSpec', 'DPIBody']),
    ...orderFaults(at(root, 'MessageSpec'), 'MessageSpec', [
      'SendingEntityIN?',
      'TransmittingCountry',
      'ReceivingCountry',
      'MessageType',
      'MessageRefId',
      'MessageTypeIndic',
      'ReportingPeriod',
      'Timestamp'
    ]),
    ...orderFaults(at(body, 'PlatformOperator'), 'PlatformOperator', [
      'ResCountryCode?',
      'TIN',
      'VAT?',
      'Name',
      'PlatformBusinessName?',
      'Address',
      'DocSpec'
    ]),
    ...sellers.flatMap((seller, index) => {
      const where = `ReportableSeller ${index + 1}`
      const services = at(seller, 'RelevantActivities', 'PersonalServices')
      const person = at(seller, 'Identity', 'IndividualSeller', 'Standard', 'IndSellerID')
      return [
        ...orderFaults(seller, where, ['Identity', 'RelevantActivities', 'DocSpec']),
        ...orderFaults(person, where, ['ResCountryCode', 'TIN', 'VAT?', 'Name', 'Address', 'BirthInfo']),
        ...orderFaults(services, where, ['Consideration', 'NumberOfActivities', 'Fees', 'Taxes']),
        ...[...(services?.children ?? [])]
          .filter(({ children }) => children.length !== 4)
          .map(({ localName }) => `${where}/${localName} has not four quarters`),
        ...(/^\d{4}-\d{2}-\d{2}$/.test(textAt(person, 'BirthInfo', 'BirthDate')) ? [] : [`${where} has no birth date`])
      ]
    }),
    ...(new Set(references).size === references.length ? [] : ['a DocRefId is there twice'])
  ]
}
