import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '@/types/database'
import { apiUrl, authorizedFetch } from './auth-client'

/*
 * The one client of the page, of the parts that supabase-js puts together: its `createClient` brings all of them along, 60 KB
 * gzip. Sessions (auth-client.ts), functions.ts and realtime.ts come with the first call.
 */

// Its own retries would keep a failure to themselves for seven seconds; SWR shows it at once, and asks again.
const rest = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, { fetch: authorizedFetch, retry: false })

export const supabase = { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
