import { serverHeaders } from '../_shared/kernel/database.ts'
import type { Environment } from '../_shared/kernel/env.ts'
import { HttpError } from '../_shared/kernel/errors.ts'
import { fetchOnce } from '../_shared/kernel/fetch-once.ts'

/** Signs an address in the bucket users, where somebody without a session uploads one file. @returns its token */
export type SignUpload = (path: string) => Promise<string>

const TIMEOUT_MS = 8000

/** The Storage API. The address can add a file and replaces none. */
export function createSignUpload(
  { supabaseUrl, secretKey }: Pick<Environment, 'supabaseUrl' | 'secretKey'>,
  fetcher: typeof fetch = fetchOnce,
): SignUpload {
  return async (path) => {
    const answer = await fetcher(`${supabaseUrl}/storage/v1/object/upload/sign/users/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...serverHeaders(secretKey) },
      body: '{}',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch(() => null)
    const { url } = answer?.ok ? await answer.json() as { url?: unknown } : {}
    const token = typeof url === 'string' ? new URL(url, supabaseUrl).searchParams.get('token') : null
    if (token) return token
    console.error(`accounts: storage answered ${answer?.status ?? 'nothing'}`)
    throw new HttpError(503, 'server_busy', 'No address for the upload', 'Try again in a moment')
  }
}
