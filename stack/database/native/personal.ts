import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { renewSecrets } from '../bootstrap.ts'
import { asOwner } from './cluster.ts'
import type { Installation } from './find.ts'
import type { Place } from './place.ts'

/** The roles of the bootstrap that can sign in. */
const roles = ['supabase_admin', 'postgres', 'authenticator', 'supabase_auth_admin', 'supabase_storage_admin']

/** SQL that removes all passwords. A copied cluster that has not been given its own passwords then admits no one. */
export const withoutPasswords = roles.map((role) => `alter role ${role} password null`).join('; ')

/**
 * Gives a copied cluster its own passwords and secrets. The server runs in single-user mode, which accepts no connections, so
 * clients cannot connect with the old passwords.
 *
 * @throws Error if the server does not start or a statement fails.
 */
export async function makePersonal(installation: Installation, place: Place, password: string): Promise<void> {
  const statements = [...roles.map((role) => `alter role ${role} password '${password}'`), renewSecrets]
  const args = ['--single', '-D', place.data, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'postgres']
  const child = spawn(join(installation.bin, 'postgres'), args, {
    ...asOwner(place),
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe']
  })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  // Ignore errors of writing: the server may end before it has read everything, and its output shows whether it succeeded.
  child.stdin.on('error', () => undefined)
  // Put each statement on one line, because in single-user mode the end of a line ends the statement.
  child.stdin.end(statements.map((text) => `${text.replaceAll(/\s*\n\s*/g, ' ')}\n`).join(''))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The cluster cannot be made personal: ${said.slice(-1000)}`)
}
