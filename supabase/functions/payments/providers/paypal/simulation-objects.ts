/** The objects that the simulated server of PayPal stores, its amounts, and how it refuses. */

export type Fields = Record<string, unknown>

export interface Money {
  currency_code: string
  value: string
}

export interface Charge {
  id: string
  status: string
  amount: Money
  custom_id: string
  supplementary_data: { related_ids: { order_id: string } }
}

export interface Order {
  id: string
  intent: string
  status: string
  purchase_units: { custom_id: string; amount: Money; payments?: { captures: Charge[]; authorizations: Charge[] } }[]
  payer?: Fields
  links: Fields[]
}

export const decimalsOf = (currency: string) => ['HUF', 'JPY', 'TWD'].includes(currency) ? 0 : 2
export const moneyOf = (minor: number, currency: string): Money => {
  const decimals = decimalsOf(currency)
  const major = ['HUF', 'TWD'].includes(currency) ? minor / 100 : minor / 10 ** decimals
  return { currency_code: currency, value: major.toFixed(decimals) }
}
export const numberOf = ({ value }: Money) => Number(value)

export const refused = (status: number, issue: string) =>
  Response.json({ name: 'UNPROCESSABLE_ENTITY', details: [{ issue, description: `No: ${issue}` }] }, { status })

/** Returns a completed order for an id that this server did not create, so that webhooks about unknown orders can be tested. */
export const strangeOrder = (id: string, custom_id: string): Order => ({
  id,
  intent: 'CAPTURE',
  status: 'COMPLETED',
  purchase_units: [{ custom_id, amount: { currency_code: 'EUR', value: '1234.50' } }],
  links: [],
})
