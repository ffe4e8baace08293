import type { CallService } from '../_shared/kernel/call-service.ts'
import { HttpError } from '../_shared/kernel/errors.ts'

/** Signs an address in the bucket users, where a person without a session uploads one file. @returns its token */
export type SignUpload = (path: string) => Promise<string>

/** Signs uploads by the Storage API. A signed address can add a file but not replace one. */
export function createSignUpload(callService: CallService): SignUpload {
  return async (path) => {
    const answer = await callService(`/storage/v1/object/upload/sign/users/${path}`, { method: 'POST', body: {} })
      .catch(() => null)
    // The response's `url` is relative to the storage service, as storage-js expects.
    const { url } = answer?.ok ? await answer.json() as { url?: string } : {}
    const token = url && new URL(url, 'http://storage').searchParams.get('token')
    if (token) return token
    console.error(`accounts: storage answered ${answer?.status ?? 'nothing'}`)
    throw new HttpError(503, 'server_busy', 'No address for the upload', 'Try again in a moment')
  }
}
