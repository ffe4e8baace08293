import { Failure } from '../failure.ts'
import type { Database, Log, StackModule } from '../types.ts'
import { isAddress } from './firm.ts'
import { askOnTerminal, hasTerminal } from './terminal.ts'

/** Asks on the terminal for the address of the firm's first owner; null if there is nobody to ask, or no answer. */
async function ask(): Promise<string | null> {
  if (!hasTerminal()) return null
  return askOnTerminal('Your e-mail address (you become the owner): ', (answer) => {
    if (answer === '') return null
    if (isAddress(answer)) return answer
    process.stderr.write(`${answer} is no e-mail address.\n`)
    return undefined
  })
}

interface OwnerParts {
  database: Database
  /** The auth server. */
  auth: StackModule
  secretKey: string
  /** The address that was given on the command line. */
  named: string | undefined
  log: Log
}

/**
 * Makes the account of a firm's first owner, as an operator does with the secret key. Does nothing once there is an owner: the
 * others are invited by an owner. Without an address nobody becomes one.
 *
 * @returns The owner's address if the account was made now, else null.
 * @throws Failure if the address belongs to somebody, or comes when there is an owner.
 */
export async function makeOwner({ database, auth, secretKey, named, log }: OwnerParts): Promise<string | null> {
  const owners = await database.query(`select from public.profiles
    where usertype = 'admin' and staff_role = 'owner' and approved and deleted_at is null`)
  if (owners.length > 0) {
    if (named === undefined) return null
    throw new Failure('This firm has an owner already.', 'Leave out --owner; an owner adds more people under People.')
  }
  const email = named ?? (await ask())
  if (email === null) return null
  const request = new Request('http://127.0.0.1/admin/users', {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      email_confirm: true,
      app_metadata: { usertype: 'admin', staff_role: 'owner', reg_type: 'admin' }
    })
  })
  const response = await auth.fetch(request, { address: '127.0.0.1' })
  if (!response.ok) {
    const { msg, error_code: code } = (await response.json().catch(() => ({}))) as { msg?: string; error_code?: string }
    throw new Failure(
      `The owner's account could not be made: ${msg ?? code ?? response.status}.`,
      'Give another --owner.'
    )
  }
  log.info('firm.owner', { made: true })
  return email
}
