import { admitServer } from '../_shared/kernel/admit-server.ts'
import type { Authenticate } from '../_shared/kernel/auth.ts'
import { createHandler } from '../_shared/kernel/http.ts'
import { type CheckDeps, checkFiles } from './check.ts'
import type { CheckAnswered } from './contract.ts'

export interface FilesDeps extends CheckDeps {
  authenticate: Authenticate
  /**
   * The secret that pg_cron sends in the header `x-cron-secret`. If it is not set, only the project's secret key is admitted.
   */
  cronSecret: string | undefined
  /** Lets work continue after the response, if the platform supports it (`waitUntil`). */
  later?: ((work: Promise<unknown>) => void) | undefined
}

/**
 * Checks the first bytes of stored files, which Storage itself does not. Only our own servers are admitted: by the project's
 * secret key, or by `cronSecret`.
 *
 * Errors: 401 `invalid_api_key`, 403 `not_allowed`.
 */
export function createFilesHandler(deps: FilesDeps): (request: Request) => Promise<Response> {
  return createHandler('files', {
    async check({ request }): Promise<CheckAnswered> {
      await admitServer(request, deps)
      const checking = checkFiles(deps)
      if (!deps.later) return { checked: await checking }
      deps.later(checking.catch((error: unknown) => console.error(`files: ${String(error)}`)))
      return { started: true }
    },
  })
}
