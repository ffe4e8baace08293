import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../types.ts'
import type { Challenge } from './input.ts'
import { Refusal } from './refusal.ts'

/**
 * Time limit for each of two steps of a flow (s). The first step is from the start of the flow to the provider's response.
 * The second step is from the creation of the auth code to its exchange.
 */
const patience = 300

/** A sign-in that began with a PKCE challenge or at a social provider. `id` is the `state` that the provider sends back. */
export interface Flow {
  id: string
  provider_type: string
  referrer: string | null
  pkce: boolean
  expired: boolean
  linking_target_id: string | null
}

export interface NewFlow {
  provider: string
  method: string
  challenge: Challenge | null
  userId?: string
  referrer?: string
}

/** Stores a flow and returns its id. */
export async function saveFlow(tx: Sql, { provider, method, challenge, userId, referrer }: NewFlow): Promise<string> {
  const id = randomUUID()
  await tx.query(
    `insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type,
       authentication_method, referrer, created_at, updated_at)
     values ($1::uuid, $2::uuid, $3::auth.code_challenge_method, $4, $5, $6, $7, now(), now())`,
    [id, userId ?? null, challenge?.method ?? null, challenge?.challenge ?? null, provider, method, referrer ?? null]
  )
  return id
}

/**
 * Returns the flow to which a provider's response belongs, even if it has expired, and marks it as used. Returns null if there
 * is no such flow, or if it is already used.
 */
export async function takeFlow(tx: Sql, id: string): Promise<Flow | null> {
  const [flow] = await tx.query<Flow>(
    `update auth.flow_state set updated_at = now(), provider_access_token = ''
     where id = $1::uuid and authentication_method = 'oauth' and provider_access_token is null
     returning id, provider_type, referrer, code_challenge is not null as pkce, linking_target_id,
       created_at < now() - make_interval(secs => ${patience}) as expired`,
    [id]
  )
  return flow ?? null
}

/**
 * Stores the auth code of a provider's flow with the provider's tokens, and returns the code. The client gets the tokens when
 * it exchanges the code.
 */
export async function finishFlow(
  tx: Sql,
  id: string,
  userId: string,
  tokens: { access: string; refresh: string }
): Promise<string> {
  const code = randomUUID()
  await tx.query(
    `update auth.flow_state set user_id = $2::uuid, auth_code = $3, auth_code_issued_at = now(),
       provider_access_token = $4, provider_refresh_token = $5, updated_at = now() where id = $1::uuid`,
    [id, userId, code, tokens.access, tokens.refresh]
  )
  return code
}

/** Issues the auth code of a flow when the link in its message is followed. */
export async function issueAuthCode(tx: Sql, flowId: string | null): Promise<string | Refusal> {
  const code = randomUUID()
  const rows = await tx.query(
    `update auth.flow_state set auth_code = $2, auth_code_issued_at = now(), updated_at = now()
     where id = $1::uuid and auth_code is null returning id`,
    [flowId, code]
  )
  return rows.length > 0 ? code : new Refusal(404, 'flow_state_not_found', 'No associated flow state found')
}

export interface FinishedFlow {
  user_id: string
  authentication_method: string
  provider_access_token: string | null
  provider_refresh_token: string | null
}

/**
 * Returns the flow of an auth code and deletes it, if the PKCE verifier is correct. An expired flow is also deleted. Returns a
 * Refusal instead of throwing it, because that deletion must be committed.
 */
export async function redeemAuthCode(tx: Sql, authCode: string, verifier: string): Promise<FinishedFlow | Refusal> {
  const [flow] = await tx.query<
    FinishedFlow & { id: string; code_challenge: string; code_challenge_method: string; expired: boolean }
  >(
    `select id, user_id, authentication_method, provider_access_token, provider_refresh_token, code_challenge,
       code_challenge_method::text as code_challenge_method,
       auth_code_issued_at < now() - make_interval(secs => ${patience}) as expired
     from auth.flow_state where auth_code = $1 and user_id is not null and code_challenge is not null for update`,
    [authCode]
  )
  if (!flow) {
    return new Refusal(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  }
  if (!flow.expired && !isAnswer(verifier, flow.code_challenge, flow.code_challenge_method)) {
    return new Refusal(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
  await tx.query('delete from auth.flow_state where id = $1::uuid', [flow.id])
  return flow.expired ? new Refusal(422, 'flow_state_expired', 'invalid flow state, flow state has expired') : flow
}

function isAnswer(verifier: string, challenge: string, method: string): boolean {
  const answer = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [a, b] = [Buffer.from(answer), Buffer.from(challenge)]
  return a.length === b.length && timingSafeEqual(a, b)
}
