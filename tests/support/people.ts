import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../src/types/database.ts'
import type { StackEnv } from './stack.ts'

export type Client = SupabaseClient<Database>

/** A signed-in person with their own client. */
export interface Person {
  id: string
  email: string
  client: Client
}

interface MailSummary {
  ID: string
  To: { Address: string }[]
  Created: string
}

/** What a browser stores of a session, so that pages of an origin open signed in. */
export async function storageOf({ client }: Person, web: string) {
  const { data } = await client.auth.getSession()
  const localStorage = [{ name: 'hackney.session', value: JSON.stringify(data.session) }]
  return { cookies: [], origins: [{ origin: new URL(web).origin, localStorage }] }
}

function client(env: StackEnv, key: string): Client {
  return createClient<Database>(env.SUPABASE_URL, key, { auth: { persistSession: false, autoRefreshToken: false } })
}

/** A client without a session. */
export const visitor = (env: StackEnv): Client => client(env, env.SUPABASE_PUBLISHABLE_KEY)

/** A client with all rights, for preparing data as no person may. */
export const service = (env: StackEnv): Client => client(env, env.SUPABASE_SECRET_KEY)

/** The code in the newest mail to an address. Waits for a mail that is not older than `since` (ms since 1970). */
export async function newestCode(env: StackEnv, email: string, since: number): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { messages } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as { messages: MailSummary[] }
    const fresh = messages.filter(
      ({ To, Created }) => To.some(({ Address }) => Address === email) && Date.parse(Created) >= since
    )
    // A notice, which contains no code, may arrive after the code.
    for (const { ID } of fresh) {
      const mail = await (await fetch(`${env.INBOX_URL}/api/v1/message/${ID}`)).json()
      const code = /(?<![\w+/=-])\d{6,10}(?![\w-])/.exec(`${mail.Subject} ${mail.Text}`)?.[0]
      if (code) return code
    }
    await sleep(100)
  }
  throw new Error(`no mail with a code for ${email}`)
}

interface Mail {
  ID: string
  From: { Name: string; Address: string }
  Subject: string
  Text: string
  HTML: string
}

/** The newest mail to an address that is not older than `since` (ms since 1970). */
export async function newestMail(env: StackEnv, email: string, since: number): Promise<Mail> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { messages } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as { messages: MailSummary[] }
    const fresh = messages.find(
      ({ To, Created }) => To.some(({ Address }) => Address === email) && Date.parse(Created) >= since
    )
    if (fresh) return (await (await fetch(`${env.INBOX_URL}/api/v1/message/${fresh.ID}`)).json()) as Mail
    await sleep(100)
  }
  throw new Error(`no mail to ${email}`)
}

/** The newest text message to a number that is not older than `since` (ms since 1970). */
export async function textTo(env: StackEnv, phone: string, since: number): Promise<string> {
  const address = `${phone.replace(/\D/g, '')}@sms.hackney.test`
  for (let attempt = 0; attempt < 100; attempt++) {
    const { messages } = (await (await fetch(`${env.INBOX_URL}/api/v1/messages`)).json()) as { messages: MailSummary[] }
    const fresh = messages.find(
      ({ To, Created }) => To.some(({ Address }) => Address === address) && Date.parse(Created) >= since
    )
    if (fresh)
      return ((await (await fetch(`${env.INBOX_URL}/api/v1/message/${fresh.ID}`)).json()) as { Text: string }).Text
    await sleep(100)
  }
  throw new Error(`no text message to ${phone}`)
}

/** A code that the secret key asks for, of a project whose mails nobody here can read. */
async function codeByKey(env: StackEnv, email: string): Promise<string> {
  const { data, error } = await service(env).auth.admin.generateLink({ type: 'magiclink', email })
  if (error) throw error
  return data.properties.email_otp
}

/** Requests a one-time code and reads it from the inbox. */
export async function requestCode(env: StackEnv, asker: Client, email: string): Promise<string> {
  if (!env.INBOX_URL) return codeByKey(env, email)
  for (let attempt = 0; ; attempt++) {
    const since = Date.now()
    const { error } = await asker.auth.signInWithOtp({ email })
    if (!error) return newestCode(env, email, since)
    if (error.code !== 'over_email_send_rate_limit' || attempt === 3) throw error
    await sleep(1100)
  }
}

/** Signs a person in as the app does: by a one-time code sent to their address. */
export async function signIn(env: StackEnv, email: string): Promise<Person> {
  const own = visitor(env)
  const token = await requestCode(env, own, email)
  const { data, error } = await own.auth.verifyOtp({ email, token, type: 'email' })
  if (error) throw error
  if (!data.user || !data.session) throw new Error(`${email} has no session`)
  await own.realtime.setAuth(data.session.access_token)
  return { id: data.user.id, email, client: own }
}

/** Somebody who has just signed up with a new email address, and without `names` has none yet. */
export async function newcomer(env: StackEnv, names?: { first_name: string; last_name: string }): Promise<Person> {
  const person = await signIn(env, `new-${randomInt(1_000_000_000)}@example.com`)
  if (names) await person.client.rpc('update_profile', names).throwOnError()
  return person
}

/** Somebody who has just signed up with a mobile number alone. */
export async function newcomerByPhone(env: StackEnv): Promise<Person> {
  const own = visitor(env)
  const phone = `+4237${randomInt(10_000_000, 99_999_999)}`
  const since = Date.now()
  const asked = await own.auth.signInWithOtp({ phone })
  if (asked.error) throw asked.error
  const token = /\d{6,10}/.exec(await textTo(env, phone, since))?.[0] ?? ''
  const { data, error } = await own.auth.verifyOtp({ phone, token, type: 'sms' })
  if (error) throw error
  return { id: data.user?.id ?? '', email: '', client: own }
}
