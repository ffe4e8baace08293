import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const catalogue = 'supabase/functions/payments/providers/catalogue.json'

/** Returns the hosts that the function `payments` calls: those of the enabled payment providers. */
export function paymentHosts(root: string, env: Readonly<Record<string, string>>): string[] {
  const file = join(root, catalogue)
  if (!existsSync(file)) return []
  const providers = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { variables: string[]; hosts: string[] }>
  return Object.values(providers).flatMap(({ variables, hosts }) =>
    variables.every((name) => env[name]?.trim()) ? hosts : []
  )
}
