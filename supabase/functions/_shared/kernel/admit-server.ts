import type { Authenticate } from './auth.ts'
import { HttpError } from './errors.ts'
import { isSameSecret } from './secrets.ts'

interface Doors {
  authenticate: Authenticate
  /**
   * The secret that pg_cron sends in the header `x-cron-secret`. Without it, only requests with the secret key are admitted.
   */
  cronSecret: string | undefined
}

/**
 * Admits only our own servers: the database's pg_cron with its secret, or a server with the secret key.
 *
 * @throws {HttpError} 401 `invalid_api_key`, 403 `not_allowed`
 */
export async function admitServer(request: Request, { authenticate, cronSecret }: Doors): Promise<void> {
  const secret = request.headers.get('x-cron-secret')
  if (secret !== null) {
    if (cronSecret && await isSameSecret(secret, cronSecret)) return
    throw new HttpError(
      401,
      'invalid_api_key',
      'The secret is wrong',
      'Send CRON_SECRET in the header "x-cron-secret"',
    )
  }
  const { role } = await authenticate(request)
  if (role !== 'service_role') {
    throw new HttpError(403, 'not_allowed', 'This is for our own servers', 'Call it with the secret key')
  }
}
