import min from 'libphonenumber-js/min/metadata'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import { type Endpoints, readAsked } from '../_shared/kernel/contract.ts'
import type { Database, DatabaseAs } from '../_shared/kernel/database.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import type { LimitRule, TakeLimit } from '../_shared/kernel/rate-limit.ts'
import { readNumber } from '../_shared/phone/read.ts'
import type { ChangeUser, MakeCode, MakeUser, NewUser } from './auth-server.ts'
import { accountsContract, type ImportAnswered } from './contract.ts'
import type { SignUpload } from './storage-server.ts'

export interface AccountsDeps {
  authenticate: Authenticate
  takeLimit: TakeLimit
  database: Database
  databaseAs: DatabaseAs
  makeUser: MakeUser
  changeUser: ChangeUser
  makeCode: MakeCode
  signUpload: SignUpload
  /** Returns the operator's country (ISO 3166 code), whose national numbers are read; '' if unknown. */
  homeCountry: () => Promise<string>
}

const REFERRER_LIMIT = { name: 'referrer', limit: 20, windowSecs: 3600 }
const SIGN_UP_LIMIT = { name: 'signup', limit: 40, windowSecs: 3600 }
const SETUP_LIMIT = { name: 'setup', limit: 30, windowSecs: 3600 }
const PAPERS_LIMIT = { name: 'papers', limit: 60, windowSecs: 3600 }

/** How many accounts of an import the auth server makes at the same time. */
const ACCOUNTS_AT_ONCE = 8

/** The next accounts of an import, by the number of their row, and how far it is. */
interface ImportPlan {
  users: { nr: number; user: NewUser }[]
  import: ImportAnswered
}

/** The database's decision about a new account: it exists already (`made`), or it may be created with the fields in `user`. */
type Plan = { id: string; made: true } | { id: string; made: false; user: NewUser }

const notMade = () => new HttpError(503, 'server_busy', 'The account could not be made', 'Try again in a moment')

/** Returns the SHA-256 of a text, in hexadecimal. */
async function hashOf(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Handles requests about accounts; see `contract.ts`. The database decides who may do what, so requests of signed-in callers
 * are passed to it with the caller's own token.
 *
 * Errors: 400 `invalid_request`, 401 `must_login`, 403 `not_allowed`, 409 `user_exists`, 422 `email_or_mobile_issue`, 422
 * `person_invalid`, 429 `too_many_requests`, 503 `server_busy`, and those of `sign_up`, `application_upload`, `plan_account`,
 * `plan_email`, `plan_setup`, `finish_setup`, `set_approved` and `delete_person`.
 */
export function createAccountsHandler(deps: AccountsDeps): (request: Request) => Promise<Response> {
  const { authenticate, takeLimit, database, databaseAs, makeUser, changeUser, makeCode, signUpload, homeCountry } =
    deps

  /**
   * Returns the facts with the phone number as the database takes it (E.164). Clients may send it as people write it. A text that
   * is no number stays as it is, and the database refuses it. Codes and text messages go to the number, so an extension is dropped.
   */
  const withNumber = async <Facts extends { mobile?: string | null | undefined }>(facts: Facts): Promise<Facts> => {
    if (!facts.mobile) return facts
    return { ...facts, mobile: readNumber(facts.mobile, await homeCountry(), min)?.number ?? facts.mobile }
  }

  /** Returns the database with the rights of the signed-in caller. */
  const asPerson = async (request: Request): Promise<Database> => {
    const { uid } = await authenticate(request)
    if (uid === null) throw new HttpError(401, 'must_login', 'Nobody is signed in', 'Sign in first')
    return databaseAs(request)
  }

  /**
   * Creates an account if the database allows it, and returns its id. If the auth server fails, asks the database again. A
   * concurrent request with the same client_key may have created the account, or the database may now have a reason to refuse
   * it.
   */
  async function create(caller: Database, facts: Record<string, unknown>, client_key: string): Promise<string> {
    const plan = () => caller.rpc<Plan>('plan_account', { facts, client_key })
    const planned = await plan()
    if (planned.made || await makeUser(planned.user) || (await plan()).made) return planned.id
    throw notMade()
  }

  /**
   * Gives a person another e-mail address if the database allows it. If the auth server fails, asks the database again: a
   * concurrent request may have set the address, or the database may now have a reason to refuse it.
   */
  async function setEmail(caller: Database, user_id: string, email: string): Promise<void> {
    const plan = () => caller.rpc<Plan>('plan_email', { user_id, email })
    const planned = await plan()
    if (planned.made || await changeUser(user_id, planned.user) || (await plan()).made) return
    throw new HttpError(503, 'server_busy', 'The address could not be changed', 'Try again in a moment')
  }

  /**
   * Makes the next accounts of an import that the database plans. A row whose account the auth server did not make is
   * reported to the database, which finds out whether the account exists nevertheless.
   */
  async function makeImported(caller: Database, import_id: string): Promise<ImportAnswered> {
    const planned = await caller.rpc<ImportPlan>('plan_import_accounts', { import_id })
    if (planned.users.length === 0) return planned.import
    const waiting = [...planned.users]
    const failed: number[] = []
    await Promise.all(Array.from({ length: ACCOUNTS_AT_ONCE }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        if (!await makeUser(next.user)) failed.push(next.nr)
      }
    }))
    const most = planned.users.length
    return (await caller.rpc<ImportPlan>('plan_import_accounts', { import_id, failed, most })).import
  }

  /** Counts the call against the limit of the client's IP address, unless our own servers call. */
  const admit = async (request: Request, limit: LimitRule): Promise<void> => {
    const { role } = await authenticate(request)
    if (role !== 'service_role') takeLimit(request, limit)
  }

  const endpoints: Endpoints<typeof accountsContract> = {
    async exists({ request, body }) {
      const caller = await asPerson(request)
      return await caller.rpc('check_user_exists', await withNumber(readAsked(accountsContract.exists.asked, body)))
    },

    async referrer({ request, body }) {
      await admit(request, REFERRER_LIMIT)
      const { referralId } = readAsked(accountsContract.referrer.asked, body)
      return { valid: await database.rpc<boolean>('validate_referrer', { referral_id: referralId }) }
    },

    // The sign-up reads no account. So neither the response nor its duration reveals who has an account.
    async signup({ request, body }) {
      await admit(request, SIGN_UP_LIMIT)
      const { referralId: referral_id, ...facts } = await withNumber(
        readAsked(accountsContract.signup.asked, body).regData,
      )
      return { uid: await database.rpc<string>('sign_up', { facts: { ...facts, referral_id } }) }
    },

    // Signs an upload of an applicant's document. An applicant has no session before the approval: the random id of the
    // sign-up form identifies them.
    async papers({ request, body }) {
      await admit(request, PAPERS_LIMIT)
      const { uid, kind } = readAsked(accountsContract.papers.asked, body)
      const path = await database.rpc<string>('application_upload', { sign_up_id: uid, kind })
      return { path, token: await signUpload(path) }
    },

    // Makes the account of a firm's first owner for whoever has the one-time link that the operator printed. No message leaves
    // yet on a new installation, so the code is in the response. SQL refuses once there is an owner.
    async setup({ request, body }) {
      await admit(request, SETUP_LIMIT)
      const { key, email, client_key } = readAsked(accountsContract.setup.asked, body)
      const key_hash = await hashOf(key)
      const facts = { key_hash, email, client_key: client_key ?? crypto.randomUUID() }
      const plan = () => database.rpc<{ made: boolean; user: NewUser & { email: string } }>('plan_setup', facts)
      const { made, user } = await plan()
      if (!made && !await makeUser(user) && !(await plan()).made) throw notMade()
      const code = await makeCode(user.email)
      if (code === null) throw notMade()
      await database.rpc('finish_setup', { key_hash })
      return { email: user.email, code }
    },

    async import({ request, body }) {
      const caller = await asPerson(request)
      return await makeImported(caller, readAsked(accountsContract.import.asked, body).import_id)
    },

    async users({ request, body }) {
      const caller = await asPerson(request)
      const asked = readAsked(accountsContract.users.asked, body)
      if (asked.action === 'create') {
        const { action: _action, client_key, ...facts } = await withNumber(asked)
        return { uid: await create(caller, facts, client_key) }
      }
      const user_id = asked.uid
      if (asked.action === 'delete') await caller.rpc('delete_person', { user_id })
      else if (asked.action === 'email') await setEmail(caller, user_id, asked.email)
      else {
        const approved = asked.action === 'enable'
        await caller.rpc('set_approved', { user_id, approved, reason: asked.reason ?? null })
      }
      return { uid: user_id }
    },
  }
  return createHandler('accounts', endpoints)
}
