/**
 * Reads the phone numbers of an older database that were stored without their country code, as numbers of the operator's
 * country. Lists those that cannot be read, or that the country has not given out, for the office to ask the people.
 *
 *   SUPABASE_URL=https://… SUPABASE_SECRET_KEY=sb_secret_… npm run read-numbers             lists what would happen
 *   SUPABASE_URL=https://… SUPABASE_SECRET_KEY=sb_secret_… npm run read-numbers -- --write  stores the numbers that are certain
 */
import { createClient } from '@supabase/supabase-js'
import { oldNumbers } from './old-numbers.ts'

const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = process.env
try {
  if (!url || !key) throw new Error('Usage: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run read-numbers -- [--write]')
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const lines = await oldNumbers(client, { isWriting: process.argv.includes('--write') })
  process.stdout.write(`${lines.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
