import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { uuid_ossp } from '@electric-sql/pglite/contrib/uuid_ossp'
import { postgis } from '@electric-sql/pglite-postgis'

/** The search path of a Supabase project. PGlite's own default is only `public`. */
export const searchPath = '"$user", public, extensions'

export interface EngineOptions {
  /** Folder of the database's files. */
  folder: string
  username: string
  /** Further extension bundles by name; only needed for making the base. */
  bundles?: Record<string, URL>
}

/**
 * Opens PGlite (PostgreSQL within this process) with the extensions that the stack needs. Creates the database's files if they
 * are missing, which is only used to make the base.
 */
export async function openEngine({ folder, username, bundles = {} }: EngineOptions): Promise<PGlite> {
  const startParams = PGlite.defaultStartParams.map((param) =>
    param.startsWith('search_path=') ? `search_path=${searchPath}` : param
  )
  return PGlite.create({
    dataDir: folder,
    username,
    startParams,
    extensions: { postgis, pgcrypto, uuid_ossp, btree_gist, pg_trgm, ...bundles }
  })
}
