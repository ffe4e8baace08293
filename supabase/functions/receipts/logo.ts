import type { Environment } from '../_shared/kernel/env.ts'

/** Largest logo in bytes: each receipt contains the logo, so its size adds to every receipt. */
const MOST_BYTES = 512 * 1024
const TIMEOUT_MS = 3000

/** Reads the operator's logo from storage by its path; null if it cannot be read or is larger than MOST_BYTES. */
export type ReadLogo = (path: string) => Promise<Uint8Array | null>

export function createReadLogo(
  { supabaseUrl }: Pick<Environment, 'supabaseUrl'>,
  fetcher: typeof fetch = fetch,
): ReadLogo {
  return async (path) => {
    if (!/^logo-[a-z0-9-]{1,60}$/.test(path)) return null
    try {
      const answer = await fetcher(`${supabaseUrl}/storage/v1/object/public/company/${path}`, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return answer.ok && bytes.length <= MOST_BYTES ? bytes : null
    } catch (error) {
      console.error(`receipts: no logo: ${error instanceof Error ? error.message : String(error)}`)
      return null
    }
  }
}
