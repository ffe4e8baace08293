import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AuthError, Session, User } from '@supabase/supabase-js'
import { apiVersion } from '../../../stack/testing/api-version.ts'
import { type Client, newestCode, visitor } from '../../support/people.ts'
import type { StackEnv } from '../../support/stack.ts'

export const freshEmail = (): string => `auth-${crypto.randomUUID().slice(0, 13)}@example.com`

/** A number as people write it; it is stored without the plus. */
export const freshPhone = (): string => `+4237${randomInt(10_000_000, 99_999_999)}`

/** The inbox shows a text message as a mail to the number. */
const mailboxOf = (address: string): string =>
  address.includes('@') ? address : `${address.replace('+', '')}@sms.hackney.test`

/** Runs an action that sends a code, and reads the code from the inbox. */
export async function codeFor(env: StackEnv, address: string, ask: () => Promise<{ error: unknown }>): Promise<string> {
  const since = Date.now()
  const { error } = await ask()
  if (error) throw error
  return newestCode(env, mailboxOf(address), since)
}

/** The text of the newest message to an address, not older than `since` (ms). */
export async function newestText(env: StackEnv, address: string, since: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { messages } = await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()
    const found = messages.find(
      (message: { To: { Address: string }[]; Created: string }) =>
        message.To.some(({ Address }) => Address === mailboxOf(address)) && Date.parse(message.Created) >= since
    )
    if (found) return (await (await fetch(`${env.INBOX_URL}/api/v1/message/${found.ID}`)).json()).Text
    await sleep(100)
  }
  throw new Error(`no message for ${address}`)
}

/** How many messages an address has. */
export async function messageCount(env: StackEnv, address: string): Promise<number> {
  const { messages } = await (await fetch(`${env.INBOX_URL}/api/v1/messages?limit=500`)).json()
  return messages.filter(({ To }: { To: { Address: string }[] }) =>
    To.some(({ Address }) => Address === mailboxOf(address))
  ).length
}

export const linkIn = (text: string): string => /https?:\S+\/verify\?\S+/.exec(text)?.[0] ?? ''

/** Waits until another message may go to the same address. */
export const untilFree = (): Promise<void> => sleep(1100)

/** A wrong code of the same length. */
export const otherThan = (code: string): string => code.replace(/^./, (digit) => (digit === '1' ? '2' : '1'))

export interface Somebody {
  client: Client
  user: User
  session: Session
}

export function unwrapSession({
  data,
  error
}: {
  data: { user: User | null; session: Session | null }
  error: AuthError | null
}): { user: User; session: Session } {
  if (error) throw error
  if (!data.user || !data.session) throw new Error('the sign-in returned no session')
  return { user: data.user, session: data.session }
}

/** A new person who signed in by a code. */
export async function newcomer(env: StackEnv, email = freshEmail()): Promise<Somebody> {
  const client = visitor(env)
  const token = await codeFor(env, email, () => client.auth.signInWithOtp({ email }))
  return { client, ...unwrapSession(await client.auth.verifyOtp({ email, token, type: 'email' })) }
}

/** Sends a request that supabase-js would not send, in the API's version that supabase-js uses. */
export async function raw(
  env: StackEnv,
  path: string,
  { body, method, token, key }: { body?: unknown; method?: string; token?: string; key?: string } = {}
) {
  const response = await fetch(`${env.SUPABASE_URL}/auth/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    redirect: 'manual',
    headers: {
      apikey: key ?? env.SUPABASE_PUBLISHABLE_KEY,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      'content-type': 'application/json',
      ...apiVersion
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) })
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
}

// An attacker who asks for a code, or sets a password, before the owner of the address --------------------------------------

/** The passwords of the attacker and of the owner. */
export const [theirs, own] = ['mallorys-Horse-1', 'correct-Horse-7']
export const black = { first_name: 'Mallory', last_name: 'Black', mobile: '+4236666666' }
export const white = { first_name: 'Olga', last_name: 'White', mobile: '+4237777777' }

/** The profile and the referral of the signed-in person. */
export async function profileOf(client: Client) {
  const { data } = await client.auth.getUser()
  const { data: profile } = await client
    .from('profiles')
    .select('first_name, last_name, mobile, signup_via_referral')
    .eq('id', data.user?.id ?? '')
    .single()
  return profile
}

let letters: Promise<string> | undefined
/** The referral code of a person who invites others. */
export const inviter = (env: StackEnv): Promise<string> => {
  letters ??= newcomer(env).then(async ({ client, user }) => {
    const { data } = await client.from('profiles').select('referral_id').eq('id', user.id).single()
    return data?.referral_id ?? ''
  })
  return letters
}

/** The error code of a sign-in by password; null if it works. */
export const knocks = async (env: StackEnv, email: string, password: string): Promise<string | null> =>
  (await visitor(env).auth.signInWithPassword({ email, password })).error?.code ?? null
