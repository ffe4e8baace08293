import { mkdir } from 'node:fs/promises'
import type { Database, Log, StackModule, Tokens } from '../types.ts'
import type { Context } from './context.ts'
import { createFiles } from './files.ts'
import { createRoutes } from './routes.ts'
import { createSigner } from './sign.ts'
import { createResumable } from './tus.ts'

export interface StorageOptions {
  database: Database
  tokens: Tokens
  log: Log
  /** Folder of the stored files. */
  filesDir: string
  /** Largest object in bytes. */
  fileSizeLimit: number
  /**
   * Returns the claims that the person's token would have now. Returns null if the person would get no token, because the
   * person is deleted, banned or refused by the access token hook. Without this function, claims are used as they are in the
   * token.
   */
  currentClaims?: Context['currentClaims']
}

async function sweep({ database, files, log }: Context): Promise<void> {
  const rows = await database.query<{ version: string }>(
    'select version from storage.objects where version is not null and metadata is not null'
  )
  const outcome = await files.sweep(new Set(rows.map(({ version }) => version)))
  if (outcome.removed > 0) log.info('storage.swept', { files: outcome.removed })
  if (outcome.missing > 0) log.warn('storage.bytes_missing', { objects: outcome.missing })
}

/**
 * Creates the storage server: Supabase Storage on one machine. The objects' rows are in `storage.objects` under its policies,
 * their bytes in files. The paths of requests do not begin with `/storage/v1`. At its start the server removes what a crash
 * left incomplete.
 */
export async function createStorage(options: StorageOptions): Promise<StackModule> {
  const { database, tokens, log, filesDir, fileSizeLimit, currentClaims = async (claims) => claims } = options
  await mkdir(filesDir, { recursive: true, mode: 0o700 })
  const files = await createFiles(filesDir)
  const context: Context = { database, files, log, fileSizeLimit, currentClaims, signer: await createSigner(filesDir) }
  await sweep(context)
  const resumable = await createResumable(context, filesDir)
  const routes = createRoutes(context, tokens, resumable)

  return {
    streamsBody: true,
    // The gateway has no limit for storage: the storage server's own limits respond with Supabase's error texts.
    bodyLimit: Number.POSITIVE_INFINITY,
    async fetch(request) {
      const response = await routes.fetch(request)
      // The body may have been refused before it was read. Discard it, so that the client can read the reason.
      if (request.body && !request.bodyUsed) await request.body.cancel().catch(() => undefined)
      return response
    },
    stop: () => resumable.stop()
  }
}
