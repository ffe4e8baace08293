import type { CallService } from '../_shared/kernel/call-service.ts'
import { HttpError } from '../_shared/kernel/errors.ts'

/**
 * Signs the upload of one file to a path in the bucket `users`, for a person without a session.
 *
 * @returns the token that the upload's address needs
 */
export type SignUpload = (path: string) => Promise<string>

/** Signs uploads by the Storage API. A signed upload can add a file but not replace one. */
export function createSignUpload(callService: CallService): SignUpload {
  return async (path) => {
    const answer = await callService(`/storage/v1/object/upload/sign/users/${path}`, { method: 'POST', body: {} })
      .catch(() => null)
    // The response's `url` is relative, so it is parsed with a made-up base: only its parameter `token` is used.
    const { url } = answer?.ok ? await answer.json() as { url?: string } : {}
    const token = url && new URL(url, 'http://storage').searchParams.get('token')
    if (token) return token
    console.error(`accounts: storage answered ${answer?.status ?? 'nothing'}`)
    throw new HttpError(503, 'server_busy', 'No address for the upload', 'Try again in a moment')
  }
}
