import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, Refusal, type Token } from './api.ts'

interface Session {
  access_token: string
  refresh_token: string
  /** When the access token ends, in seconds since 1970 by the real clock. */
  expires_at: number
  user: { id: string }
}

interface MailSummary {
  ID: string
  To: { Address: string }[]
}

/** A signed-in person with an account. */
export interface Account {
  email: string
  id: string
  token: Token
  /** Called with each new token, so that open channels can send it. */
  onToken: ((token: string) => void) | null
}

/** Signs people in, and stores their refresh tokens. */
export interface Sessions {
  /** Signs a person in. @throws Refusal if the address has no account */
  signIn(email: string): Promise<Account>
}

/** How long before its end a token is renewed (s). */
const AHEAD = 120
/** How often the inbox is read for a mail before giving up. Mails arrive within moments, but a busy machine may take longer. */
const MAIL_TRIES = 100
const MAIL_PAUSE = 100

/** The stored data of the last run; empty if unreadable. */
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
      const code = /\b\d{6}\b/.exec(`${Subject} ${Text}`)?.[0]
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
 * Creates the sessions. @param file where refresh tokens are stored between starts, readable only by its owner; null stores
 * none
 */
export async function createSessions(api: Api, file: string | null): Promise<Sessions> {
  const kept = file ? await readKept(file) : new Map<string, string>()
  let writing: Promise<void> | null = null

  async function write(): Promise<void> {
    if (!file) return
    // Wait a moment, so that tokens of the same moment are written together.
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
    // Request a code without creating a user: a foreign database has no such people, and must not get them.
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
