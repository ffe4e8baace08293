import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CityChoice } from './city.ts'
import type { Running } from './running.ts'

/**
 * Writes addresses and keys into the file `env` in the data folder, for scripts and tests. Only its owner can read the file.
 */
export function writeEnv(dataDir: string, running: Running): void {
  const file = join(dataDir, 'env')
  const values = {
    SUPABASE_URL: running.apiUrl,
    SUPABASE_PUBLISHABLE_KEY: running.publishableKey,
    SUPABASE_SECRET_KEY: running.secretKey,
    SUPABASE_DB_URL: running.databaseUrl ?? '',
    INBOX_URL: running.inboxUrl ?? '',
    WEB_URL: running.webUrl ?? ''
  }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
  chmodSync(file, 0o600)
}

/** Removes the file `env`, which exists only while the stack runs. */
export function removeEnv(dataDir: string): void {
  rmSync(join(dataDir, 'env'), { force: true })
}

/** Returns who can sign in. */
function people({ hasDemo, hasDemoPeople, owner, setupLink }: Running): string[] {
  if (setupLink !== null) {
    return [
      '  Set up your firm with this link, in one window and within 30 minutes:',
      '',
      `  ${setupLink}`,
      '',
      '  Whoever opens it becomes the owner. Each start prints a new link until there is one.'
    ]
  }
  if (owner !== null) return [`  Sign in as ${owner}, the owner of this firm; the code arrives in the inbox.`]
  if (!hasDemoPeople) return ['  Codes of the sign-in arrive in the inbox. A new address becomes a new rider.']
  return [
    '  Sign in as rider@hackney.test, driver@hackney.test, admin@hackney.test or fleet@hackney.test;',
    `  the code arrives in the inbox${hasDemo ? ', or press one in the demo bar of the app' : ''}.`,
    '  Any other address becomes a new rider.'
  ]
}

/** Returns the text that is printed when everything is started. Tests wait for its last line. */
export function banner(running: Running, city: CityChoice): string {
  const rows: [string, string | null][] = [
    ['App', running.webUrl],
    ['Inbox', running.inboxUrl],
    ['API', running.apiUrl],
    ['Database', running.databaseUrl ? `${running.databaseName}  ${running.databaseUrl}` : running.databaseName],
    ['Payments', running.hasDemo ? 'by the test provider, too, which moves no money' : null],
    ['City', `${city.isOn ? 'alive' : 'off'} (${city.why})`],
    ['Publishable key', running.publishableKey],
    ['Secret key', running.secretKey]
  ]
  const shown = rows.filter(([, value]) => value !== null).map(([name, value]) => `  ${name.padEnd(16)} ${value}`)
  return [
    '',
    ...shown,
    '',
    ...people(running),
    '',
    '  This stack is for trying, developing and testing on one machine: it listens on 127.0.0.1 only.',
    '  Ctrl-C stops it.',
    '',
    'Hackney is ready',
    ''
  ].join('\n')
}
