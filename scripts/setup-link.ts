/**
 * Prints the one-time link with which the first owner of a new firm signs in, on a hosted or self-hosted project:
 *
 *   SUPABASE_URL=https://… SUPABASE_SECRET_KEY=sb_secret_… npm run setup-link -- https://taxi.example
 *
 * The database gets only the hash of the key. It refuses once the firm has an owner.
 */
import { createClient } from '@supabase/supabase-js'
import { newSetupKey } from '../stack/cli/setup-key.ts'

const usage = 'Usage: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run setup-link -- ADDRESS-OF-THE-APP'

async function open(webUrl: string, url: string, secretKey: string): Promise<string> {
  if (!/^https?:\/\/[^?#]+$/.test(webUrl)) throw new Error(`${webUrl} is no address such as https://taxi.example.`)
  const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const key = newSetupKey()
  const { error } = await client.rpc('open_setup_key', { key_hash: key.hash })
  if (error) throw new Error(error.hint ? `${error.hint}.` : error.message)
  return [
    `Open this link within 30 minutes, in one window. An earlier link has ended.`,
    '',
    `  ${key.linkOn(webUrl)}`,
    '',
    'Whoever opens it becomes the owner: show it to nobody else.'
  ].join('\n')
}

const [webUrl] = process.argv.slice(2)
const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = process.env
try {
  if (!webUrl || !url || !key) throw new Error(usage)
  process.stdout.write(`${await open(webUrl, url, key)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
