import { renderSVG } from 'uqr'
import type { Claims, Sql } from '../../types.ts'
import { type Call, type Context, type Handler, json, type Routes } from '../context.ts'
import {
  addFactor,
  dropUnverified,
  type Factor,
  factorsOf,
  findFactor,
  openChallenge,
  removeFactor,
  useCode
} from '../factors.ts'
import { isUuid, textOf } from '../input.ts'
import { invalid, Refusal } from '../refusal.ts'
import { raiseSession, type SessionAnswer } from '../sessions.ts'
import { type Account, findAccount } from '../users.ts'
import { adminOnly, idOf, mustFind } from './admin.ts'

const maxNameLength = 255

/** The person, the session and the factor of a request. */
interface Asked {
  account: Account
  sessionId: string
  isStrong: boolean
  factor: Factor
}

/** Routes for second factors: codes of an authenticator app (TOTP). Other kinds are refused, as where a project has them off. */
export function factorRoutes(context: Context): Routes {
  const { config, tokens, asAuth, siteUrl } = context

  async function person(tx: Sql, request: Request): Promise<Omit<Asked, 'factor'>> {
    const { account, claims, aal } = await context.signedIn(tx, request)
    return { account, sessionId: sessionOf(claims), isStrong: aal === 'aal2' }
  }

  async function asked(tx: Sql, { request, url }: Call): Promise<Asked> {
    const who = await person(tx, request)
    return { ...who, factor: await findFactor(tx, who.account.user.id, factorIdOf(url, 2)) }
  }

  async function enrol({ request, body }: Call): Promise<Response> {
    const [type, friendlyName, issuer] = [textOf(body.factor_type), textOf(body.friendly_name), textOf(body.issuer)]
    const enrolled = await asAuth(async (tx) => {
      const { account, isStrong } = await person(tx, request)
      if (type === 'phone' || type === 'webauthn') {
        throw new Refusal(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${nameOf[type]}`)
      }
      if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
      if (!config.mfa.enrollEnabled) {
        throw new Refusal(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
      }
      if (Math.max(friendlyName.length, issuer.length) > maxNameLength) {
        throw invalid(`friendly_name and issuer cannot be longer than ${maxNameLength} characters`)
      }
      const { id: userId, email } = account.user
      // GoTrue fails with a 500 here, and no more can be done: an authenticator app shows the account by its address.
      if (!email) throw new Refusal(422, 'validation_failed', 'An e-mail address is needed to enroll a factor')
      const names = { friendlyName, issuer: issuer || new URL(siteUrl).host, account: email }
      return addFactor(tx, { userId, isStrong, maxEnrolled: config.mfa.maxEnrolledFactors, ...names })
    })
    const { id, secret, uri } = enrolled
    const totp = { qr_code: renderSVG(uri, { ecc: 'M', border: 4, pixelSize: 3 }), secret, uri }
    return json(200, { id, type, friendly_name: friendlyName, totp })
  }

  async function challenge(call: Call): Promise<Response> {
    context.count('factors', call)
    const opened = await asAuth(async (tx) => {
      const { factor } = await asked(tx, call)
      requireVerifying()
      return openChallenge(tx, factor.id, call.peer)
    })
    return json(200, { id: opened.id, type: 'totp', expires_at: opened.expiresAt })
  }

  async function verify(call: Call): Promise<Response> {
    context.count('factors', call)
    const { body, peer } = call
    const [challengeId, code] = [textOf(body.challenge_id), textOf(body.code)]
    const session = await asAuth<SessionAnswer>(async (tx) => {
      const { account, sessionId, factor } = await asked(tx, call)
      if (code === '') throw invalid('Code needs to be non-empty')
      if (!isUuid(challengeId)) throw new Refusal(400, 'bad_json', 'Could not parse request body as JSON')
      requireVerifying()
      const userId = account.user.id
      const refusal = await useCode(tx, { userId, factorId: factor.id, challengeId, code, peer })
      if (refusal) return refusal
      await dropUnverified(tx, userId)
      const changed = await findAccount(tx, { id: userId })
      if (!changed) throw new Refusal(403, 'user_not_found', 'User from sub claim in JWT does not exist')
      return raiseSession({ tokens, config }, tx, changed, sessionId, factor.id)
    })
    return json(200, session)
  }

  function requireVerifying(): void {
    if (config.mfa.verifyEnabled) return
    throw new Refusal(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
  }

  async function unenrol(call: Call): Promise<Response> {
    const id = await asAuth(async (tx) => {
      const { isStrong, factor } = await asked(tx, call)
      if (factor.status === 'verified' && !isStrong) {
        throw new Refusal(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
      }
      await removeFactor(tx, factor.id)
      return factor.id
    })
    return json(200, { id })
  }

  const listAsAdmin: Handler = async ({ url }) =>
    json(200, await asAuth(async (tx) => factorsOf(tx, (await mustFind(tx, idOf(url))).user.id)))

  const removeAsAdmin: Handler = async ({ url }) => {
    const removed = await asAuth(async (tx) => {
      const factor = await findFactor(tx, (await mustFind(tx, idOf(url))).user.id, factorIdOf(url, 5))
      await removeFactor(tx, factor.id)
      return factor
    })
    return json(200, removed)
  }

  return {
    'POST /factors': enrol,
    'POST /factors/:id/challenge': challenge,
    'POST /factors/:id/verify': verify,
    'DELETE /factors/:id': unenrol,
    'GET /admin/users/:id/factors': adminOnly(context, listAsAdmin),
    'DELETE /admin/users/:id/factors/:factor': adminOnly(context, removeAsAdmin)
  }
}

const nameOf = { phone: 'Phone', webauthn: 'WebAuthn' }

function factorIdOf({ pathname }: URL, part: number): string {
  const id = pathname.split('/')[part] ?? ''
  if (!isUuid(id)) throw new Refusal(404, 'validation_failed', 'factor_id must be an UUID')
  return id
}

function sessionOf({ session_id: id }: Claims): string {
  if (id) return id
  throw new Refusal(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
}
