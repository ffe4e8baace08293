// Braintree's GraphQL API: https://developer.paypal.com/braintree/graphql/
import type { Budget } from '../../../_shared/http-client/client.ts'
import { garbage, ProviderFailure } from '../../../_shared/http-client/failure.ts'
import { type Json, list, object } from '../../../_shared/http-client/json.ts'
import type { Kit } from '../kit.ts'
import { inside, items, textOf } from '../read.ts'

const VERSION = '2019-01-01'

const TRANSACTION = `
fragment Charge on Transaction {
  id legacyId orderId status amount { value currencyCode }
  paymentMethod { id usage customer { id } details { ... on CreditCardDetails { brandCode last4 expirationMonth expirationYear } } }
  statusHistory {
    ... on ProcessorDeclinedEvent { processorResponse { legacyCode } }
    ... on GatewayRejectedEvent { gatewayRejectionReason }
  }
  refunds { id legacyId orderId status amount { value currencyCode } }
}`

export const CLIENT_TOKEN = `mutation ClientToken($input: CreateClientTokenInput) {
  createClientToken(input: $input) { clientToken }
}`
export const CHARGE = `mutation Charge($input: ChargePaymentMethodInput!) {
  chargePaymentMethod(input: $input) { transaction { ...Charge } }
}${TRANSACTION}`
export const AUTHORIZE = `mutation Authorize($input: AuthorizePaymentMethodInput!) {
  authorizePaymentMethod(input: $input) { transaction { ...Charge } }
}${TRANSACTION}`
export const CAPTURE = `mutation Capture($input: CaptureTransactionInput!) {
  captureTransaction(input: $input) { transaction { ...Charge } }
}${TRANSACTION}`
export const REVERSE = `mutation Reverse($input: ReverseTransactionInput!) {
  reverseTransaction(input: $input) { reversal { ... on Transaction { ...Charge } ... on Refund { id legacyId status } } }
}${TRANSACTION}`
export const REFUND = `mutation Refund($input: RefundTransactionInput!) {
  refundTransaction(input: $input) { refund { id legacyId orderId status amount { value currencyCode } } }
}`
export const OF_ORDER = `query OfOrder($input: TransactionSearchInput!) {
  search { transactions(input: $input) { edges { node { ...Charge } } } }
}${TRANSACTION}`
export const FORGET = `mutation Forget($input: DeletePaymentMethodFromVaultInput!) {
  deletePaymentMethodFromVault(input: $input) { clientMutationId }
}`
export const GLOBAL_ID = `query GlobalId($id: ID!) { idFromLegacyId(legacyId: $id, type: TRANSACTION) }`
export const ONE = `query One($id: ID!) { node(id: $id) { ...Charge } }${TRANSACTION}`

/**
 * The kind of failure for each of Braintree's error classes. Braintree sends errors with status 200, so the HTTP client cannot
 * recognise them.
 */
const FAILURES: Record<string, 'denied' | 'server' | 'throttled'> = {
  AUTHENTICATION: 'denied',
  AUTHORIZATION: 'denied',
  INTERNAL: 'server',
  SERVICE_AVAILABILITY: 'server',
  RESOURCE_LIMIT: 'throttled',
}

export interface Answered {
  data: Json
  /** Braintree's error code; null if the request succeeded. */
  refusal: string | null
}

export type Asks = (
  operation: string,
  query: string,
  variables: Json,
  budget: Budget,
  options?: { isRepeatable?: boolean },
) => Promise<Answered>

export function createApi({ client, secret }: Kit, isTest: boolean): Asks {
  const url = new URL(`https://payments.${isTest ? 'sandbox.' : ''}braintree-api.com/graphql`)
  const login = btoa(`${secret('BRAINTREE_PUBLIC_KEY')}:${secret('BRAINTREE_PRIVATE_KEY')}`)
  const headers = { authorization: `Basic ${login}`, 'braintree-version': VERSION }
  return (operation, query, variables, budget, { isRepeatable = true } = {}) =>
    client.ask({ operation, url, headers, body: { query, variables }, isRepeatable }, budget, answerOf)
}

function answerOf(json: unknown): Answered {
  const answer = object(json, 'the answer')
  const [error] = answer.errors === undefined ? [] : items(list(answer.errors, 'the errors'))
  if (!error) return { data: object(answer.data, 'the data'), refusal: null }
  const { errorClass, legacyCode } = inside(error.extensions)
  const kind = FAILURES[textOf(errorClass) ?? '']
  if (kind) throw new ProviderFailure(kind, `${errorClass}`)
  if (errorClass !== 'VALIDATION' && errorClass !== 'NOT_FOUND') throw garbage('an error of another kind')
  return { data: inside(answer.data), refusal: `${errorClass} ${textOf(legacyCode) ?? ''}`.trim() }
}
