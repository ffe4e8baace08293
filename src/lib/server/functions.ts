import type { FunctionsClient } from '@supabase/functions-js'
import { apiUrl, authorizedFetch } from '../session/auth-client'

let functions: FunctionsClient | undefined

export async function loadFunctions(): Promise<FunctionsClient> {
  const { FunctionsClient } = await import('@supabase/functions-js')
  functions ??= new FunctionsClient(`${apiUrl}/functions/v1`, { customFetch: authorizedFetch })
  return functions
}
