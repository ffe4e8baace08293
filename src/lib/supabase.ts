import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '@/types/database'
import { apiUrl, authorizedFetch } from './auth-client'

/*
 * The one client of the page, of the parts that supabase-js puts together: its `createClient` brings all of them along, 60 KB
 * gzip. Sessions (auth-client.ts), functions.ts and realtime.ts come with the first call.
 */

const rest = new PostgrestClient<Database>(`${apiUrl}/rest/v1`, { fetch: authorizedFetch })

export const supabase = { from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
