import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, Refusal, type Token } from './api.ts'

interface Session {
  access_token: string
  refresh_token: string
  /** When the access token expires, in seconds since 1970 of real time. */
  expires_at: number
  user: { id: string }
}

interface MailSummary {
  ID: string
  To: { Address: string }[]
}

/** A signed-in simulated person. */
export interface Account {
  email: string
  id: string
  token: Token
  /** Called with each renewed token, so that open Realtime channels can send it; null if there is no channel. */
  onToken: ((token: string) => void) | null
}

/** Signs people in, and stores their refresh tokens. */
export interface Sessions {
  /** Signs a person in. @throws Refusal if the address has no account */
  signIn(email: string): Promise<Account>
}

/** A token is renewed this long before it expires (s). */
const AHEAD = 120
/**
 * How often the inbox is searched for a mail, with a pause of `MAIL_PAUSE` ms: a busy machine may take seconds to deliver it.
 */
const MAIL_TRIES = 100
const MAIL_PAUSE = 100

/** Returns the refresh tokens of the last run, with mail addresses as keys; empty if the file cannot be read. */
async function readKept(file: string): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>))
  } catch {
    return new Map()
  }
}

/** Reads a sign-in code as a person would: finds the newest mail to the address, reads the code, and deletes the mail. */
async function readCode({ inbox }: Api, email: string): Promise<string> {
  for (let tries = 0; tries < MAIL_TRIES; tries++) {
    const search = `${inbox}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`
    const { messages } = (await (await fetch(search)).json()) as { messages: MailSummary[] }
    for (const { ID } of messages) {
      const { Subject, Text } = (await (await fetch(`${inbox}/api/v1/message/${ID}`)).json()) as Record<string, string>
      const code = /(?<![\w+/=-])\d{6,10}(?![\w-])/.exec(`${Subject} ${Text}`)?.[0]
      if (!code) continue
      const away = { method: 'DELETE', body: JSON.stringify({ IDs: [ID] }) }
      await (await fetch(`${inbox}/api/v1/messages`, away)).arrayBuffer()
      return code
    }
    await sleep(MAIL_PAUSE)
  }
  throw new Error(`no mail with a code for ${email}`)
}

/**
 * Creates the sessions. They sign people in by a stored refresh token, otherwise by a code from the mail inbox.
 *
 * @param file stores the refresh tokens, readable only by the file's owner; null: they are not stored
 */
export async function createSessions(api: Api, file: string | null): Promise<Sessions> {
  const kept = file ? await readKept(file) : new Map<string, string>()
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    if (!file) return
    // Wait 200 ms, so that tokens of several people are written together.
    await sleep(200)
    writing = null
    await mkdir(dirname(file), { recursive: true })
    await writeFile(`${file}.new`, JSON.stringify(Object.fromEntries(kept)), { mode: 0o600 })
    await rename(`${file}.new`, file)
  }

  function keep(email: string, session: Session): Session {
    kept.set(email, session.refresh_token)
    writing ??= write()
    writing.catch(() => undefined)
    return session
  }

  async function byCode(email: string): Promise<Session> {
    // Sign in only existing users: in a database without the demo accounts the simulation must not create accounts.
    await api.auth('otp', { email, create_user: false })
    const token = await readCode(api, email)
    return keep(email, await api.auth<Session>('verify', { type: 'email', email, token }))
  }

  async function open(email: string): Promise<Session> {
    const refresh_token = kept.get(email)
    if (!refresh_token) return byCode(email)
    try {
      return keep(email, await api.auth<Session>('token?grant_type=refresh_token', { refresh_token }))
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500 || error.status === 429) throw error
      kept.delete(email)
      return byCode(email)
    }
  }

  return {
    async signIn(email) {
      let session = await open(email)
      let renewing: Promise<Session> | null = null
      const account: Account = {
        email,
        id: session.user.id,
        onToken: null,
        async token() {
          if (session.expires_at - Date.now() / 1000 > AHEAD) return session.access_token
          renewing ??= open(email).finally(() => {
            renewing = null
          })
          session = await renewing
          account.onToken?.(session.access_token)
          return session.access_token
        }
      }
      return account
    }
  }
}
