import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '@/types/database'
import { apiUrl, authorizedFetch } from './auth-client'

/*
 * The page's only client, assembled from the parts of supabase-js: its `createClient` would bundle all of them, 60 KB gzip.
 * Sessions (auth-client.ts), functions.ts and realtime.ts load with their first call.
 */

// PostgREST's own retries would hide a failure for seven seconds; SWR shows it at once and retries.
const rest = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, { fetch: authorizedFetch, retry: false })

export const supabase = { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
