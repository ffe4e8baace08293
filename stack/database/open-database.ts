import type { Database } from '../types.ts'
import type { Sessions } from './sessions.ts'

/** An open database, of either engine (PGlite or native). */
export interface OpenDatabase {
  database: Database
  /** Opens a pool of at most `max` further sessions, for REST. PGlite has only one session, so there `max` has no effect. */
  openSessions(max: number): Sessions
  /** Whether this start created the database. */
  fresh: boolean
  /** How many migrations this start applied. */
  applied: number
  /** Whether this start ran the seed. */
  seeded: boolean
}
