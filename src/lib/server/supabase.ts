import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '@/types/database'
import { apiUrl, authorizedFetch } from '../session/auth-client'

/*
 * The client for the database. It is made from a part of supabase-js, because `createClient` would bundle all parts (60 KB
 * gzip). The parts for sessions (auth-client.ts), functions (functions.ts) and realtime (realtime.ts) are loaded when they are
 * first called.
 */

// Turn off PostgREST's own retries, which would hide a failure for seven seconds. SWR shows it at once and retries.
const rest = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, { fetch: authorizedFetch, retry: false })

export const supabase = { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
