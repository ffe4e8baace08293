import { Failure } from '../failure.ts'
import type { Database, Log, StackModule } from '../types.ts'
import { newSetupKey } from './setup-key.ts'

interface OwnerParts {
  database: Database
  /** The auth server. */
  auth: StackModule
  secretKey: string
  /** The address that was given on the command line. */
  email: string
  log: Log
}

/**
 * Makes the account of a firm's first owner, as an operator does with the secret key.
 *
 * @throws Failure if the address belongs to somebody, or there is an owner already: the others are invited by an owner.
 */
export async function makeOwner({ database, auth, secretKey, email, log }: OwnerParts): Promise<void> {
  const [row] = await database.query<{ has_owner: boolean }>('select app.has_owner()')
  if (row?.has_owner) {
    throw new Failure('This firm has an owner already.', 'Leave out --owner; an owner adds more people under People.')
  }
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
  await database.query('select app.begin_setup()')
  log.info('firm.owner', { made: true })
}

/** Opens the one-time link with which a firm's first owner signs in; null if there is an owner. An earlier link ends. */
export async function openSetup(database: Database, webUrl: string): Promise<string | null> {
  const key = newSetupKey()
  const [row] = await database.query<{ opened: boolean }>(
    `select case when app.has_owner() then false else public.open_setup_key($1) is not null end as opened`,
    [key.hash]
  )
  return row?.opened ? key.linkOn(webUrl) : null
}
