import { env } from '@/config/env'
import { AppError, toAppError } from '@/lib/server/errors'

/**
 * Sends a command to the demo's service, which has the same origin as this page.
 *
 * @throws AppError `demo_outdated` if the stack was restarted after this page was served
 */
export async function command<T>(name: string, body: Record<string, unknown>): Promise<T> {
  const headers = { 'content-type': 'application/json', 'x-hackney-demo': env.demoNonce ?? '' }
  const response = await fetch(`/demo/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (response.status === 403) throw new AppError('demo_outdated', { status: 403 })
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toAppError({ ...(answer as object), status: response.status })
  return answer as T
}
