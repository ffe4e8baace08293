import type { Sql } from '../../types.ts'
import { dropCodes, type TokenType } from '../codes.ts'
import { type Call, type Context, type Handler, json, peerOf, redirect } from '../context.ts'
import { issueAuthCode } from '../flows.ts'
import { type Body, emailOf, phoneOf, textOf } from '../input.ts'
import { type Proof, type Question, type Redeemed, redeem } from '../redeem.ts'
import { safeRedirect, withFields } from '../redirects.ts'
import { banned, codeRefused, invalid, linkRefused, Refusal } from '../refusal.ts'
import { openSession, type SessionAnswer } from '../sessions.ts'
import { type Account, findAccount, setContact } from '../users.ts'

const signIn: TokenType[] = ['confirmation_token', 'recovery_token']
const typesOf: Record<string, TokenType[]> = {
  email: signIn,
  magiclink: signIn,
  signup: signIn,
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
  sms: ['confirmation_token'],
  phone_change: ['phone_change_token']
}
const phoneTypes = new Set(['sms', 'phone_change'])

const halfDone = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/**
 * The result of a correct proof: the account to sign in, or `half` while the user must still consent from the other address.
 */
type Proven = { account: Account } | { half: true }

export function verifyRoutes(context: Context): Record<'POST /verify' | 'GET /verify', Handler> {
  const { config, tokens, asAuth, siteUrl } = context

  /**
   * Applies a redeemed code according to its type. A Refusal is returned instead of thrown, because the use of the code must be
   * committed.
   */
  async function apply(tx: Sql, redeemed: Redeemed): Promise<Proven | Refusal> {
    const { userId, type } = redeemed
    if (redeemed.banned) return banned()
    const account = await findAccount(tx, { id: userId })
    if (!account) return codeRefused()
    if (type === 'phone_change_token') {
      await setContact(tx, userId, 'phone', account.newPhone, true)
      await dropCodes(tx, userId, ['phone_change_token'])
    } else if (type === 'email_change_token_new' || type === 'email_change_token_current') {
      if (config.email.doubleConfirmChanges && account.user.email !== '' && !account.halfConfirmed) {
        await tx.query(
          'update auth.users set email_change_confirm_status = 1, updated_at = now() where id = $1::uuid',
          [userId]
        )
        // Delete other codes for the address that has just consented. Otherwise a second code for it would count as the consent
        // of the other address.
        await dropCodes(tx, userId, [type])
        return { half: true }
      }
      await setContact(tx, userId, 'email', account.newEmail, true)
      await dropCodes(tx, userId, ['email_change_token_new', 'email_change_token_current', ...signIn])
    } else return { account }
    const changed = await findAccount(tx, { id: userId })
    return changed ? { account: changed } : codeRefused()
  }

  const questionOf = (call: Call, types: readonly TokenType[], proof: Proof, isPhone: boolean): Question => ({
    types,
    proof,
    expiry: config.otpExpiry,
    requester: call.peer,
    proves: provedBy(types, isPhone)
  })

  async function verifyCode(call: Call): Promise<Response> {
    const { types, proof, isPhone } = proofOf(call.body)
    context.count('checks', call)
    const answer = await asAuth<SessionAnswer | object>(async (tx) => {
      const redeemed = await redeem(tx, questionOf(call, types, proof, isPhone))
      if (!redeemed) return codeRefused()
      const proven = await apply(tx, redeemed)
      if (proven instanceof Refusal) return proven
      if ('half' in proven) return { msg: halfDone, code: '200' }
      return openSession({ tokens, config }, tx, proven.account, peerOf(call))
    })
    return json(200, answer)
  }

  /** Handles the link of a mail: redirects to the page with a session, an auth code or an error. */
  async function followLink(call: Call): Promise<Response> {
    const { searchParams } = call.url
    const page = safeRedirect(searchParams.get('redirect_to'), siteUrl, config.redirectUrls)
    const token = searchParams.get('token_hash') ?? searchParams.get('token') ?? ''
    const pkce = token.startsWith('pkce_')
    const type = searchParams.get('type') ?? ''
    if (type === '') throw invalid('Verify requires a verification type')
    if (token === '') throw invalid('Verify requires a token or a token hash')
    const types = phoneTypes.has(type) || !Object.hasOwn(typesOf, type) ? undefined : typesOf[type]
    try {
      if (!types) throw invalid('Unsupported verification type')
      context.count('checks', call)
      const fields = await asAuth<Record<string, string>>(async (tx) => {
        const redeemed = await redeem(tx, questionOf(call, types, { tokenHash: token }, false))
        if (!redeemed) return linkRefused()
        const proven = await apply(tx, redeemed)
        if (proven instanceof Refusal) return proven
        if ('half' in proven) return { message: halfDone }
        if (pkce) {
          const code = await issueAuthCode(tx, redeemed.flowId)
          return code instanceof Refusal ? code : { code }
        }
        return sessionFields(await openSession({ tokens, config }, tx, proven.account, peerOf(call)), { type })
      })
      return redirect(303, withFields(page, fields, pkce ? 'query' : 'fragment'))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return redirect(303, errorAddress(page, error, pkce))
    }
  }

  return { 'POST /verify': verifyCode, 'GET /verify': followLink }
}

/**
 * Returns what a code proves when it is redeemed. A sign-in code proves the e-mail address or number that it was sent to. For
 * the code of a change of address or number, null is returned, because `apply` decides its effect.
 */
const provedBy = (types: readonly TokenType[], isPhone: boolean): 'email' | 'phone' | null => {
  if (!types.some((type) => signIn.includes(type))) return null
  return isPhone ? 'phone' : 'email'
}

/** Returns a session as the fields of an address's fragment. */
export function sessionFields(session: SessionAnswer, more: Record<string, string>): Record<string, string> {
  return {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    // By this field supabase-js tells Auth's addresses from those of others.
    sb: '',
    ...more
  }
}

const oauthErrors: Record<number, string> = { 400: 'invalid_request', 401: 'unauthorized_client', 403: 'access_denied' }

/** Returns the page's address with the fields of an error, in the place where supabase-js looks for them. */
export function errorAddress(page: string, { status, code, message }: Refusal, pkce: boolean): string {
  const error = oauthErrors[status] ?? (status >= 500 ? 'server_error' : 'invalid_request')
  const fields = { error, error_code: code, error_description: message }
  const address = withFields(page, { ...fields, sb: '' }, 'fragment')
  return pkce ? withFields(address, fields, 'query') : address
}

function proofOf(body: Body): { types: TokenType[]; proof: Proof; isPhone: boolean } {
  const { type, token, token_hash: tokenHash, email, phone } = body
  if (!type) throw invalid('Verify requires a verification type')
  const types = typeof type === 'string' && Object.hasOwn(typesOf, type) ? typesOf[type] : undefined
  if (tokenHash) {
    if (email || phone || token) throw invalid('Only the token_hash and type should be provided')
    if (!types || phoneTypes.has(String(type))) throw codeRefused()
    return { types, proof: { tokenHash: textOf(tokenHash) }, isPhone: false }
  }
  if (typeof token !== 'string' || token === '') throw invalid('Verify requires either a token or a token hash')
  if (Boolean(email) === Boolean(phone)) {
    throw invalid('Only an email address or phone number should be provided on verify')
  }
  if (!types) throw codeRefused()
  const isPhone = phoneTypes.has(String(type))
  if (isPhone !== Boolean(phone)) throw invalid(`Verification type ${type} does not fit what was provided`)
  const address = isPhone ? phoneOf(phone) : emailOf(email)
  return { types, proof: { address, code: token }, isPhone }
}
