/**
 * Removes the second factors of a member of staff. For the only owner of a firm, whom no other owner can help:
 *
 *   SUPABASE_URL=https://… SUPABASE_SECRET_KEY=sb_secret_… npm run remove-second-factor -- owner@example.com "Lost the phone"
 *
 * The SQL function remove_second_factor does it in one transaction: it also ends the sessions, writes the audit log and tells the
 * person and the owners. Auth's admin API, which says what will be removed, only deletes.
 */
import { createClient } from '@supabase/supabase-js'

const usage = 'Usage: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run remove-second-factor -- EMAIL "REASON"'

async function remove(email: string, reason: string, url: string, key: string): Promise<string> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const columns = 'id, usertype, first_name, last_name'
  const found = await client.from('profiles').select(columns).eq('email', email.toLowerCase()).maybeSingle()
  if (found.error) throw new Error(found.error.message)
  const person = found.data
  if (!person) throw new Error(`No account has the address ${email}.`)
  const listed = await client.auth.admin.mfa.listFactors({ userId: person.id })
  if (listed.error) throw listed.error
  const { data: count, error } = await client.rpc('remove_second_factor', { user_id: person.id, reason })
  if (error) throw new Error(`${error.message}: ${error.hint}`)
  const who = `${person.first_name} ${person.last_name}`.trim() || email
  if (count === 0) return `${who} has no second factor. Nothing was changed.`
  const names = listed.data.factors.map(({ friendly_name, status, created_at }) => {
    const since = created_at.slice(0, 10)
    return `- ${friendly_name || 'without a name'}, ${status}, added ${since}`
  })
  return [
    `Removed the second factors of ${who} (${person.usertype}):`,
    ...names,
    'All their sessions have ended. They and the owners get a notice and a mail; the audit log has the reason.',
    'The next sign-in asks them to set up a new second factor.'
  ].join('\n')
}

const [email, reason] = process.argv.slice(2)
const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = process.env
try {
  if (!email || !reason?.trim() || !url || !key) throw new Error(usage)
  process.stdout.write(`${await remove(email, reason, url, key)}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
