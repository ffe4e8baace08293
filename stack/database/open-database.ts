import type { Database } from '../types.ts'
import type { Sessions } from './sessions.ts'

/** A database that is up, whichever engine runs it. */
export interface OpenDatabase {
  database: Database
  /** Opens at most `max` further sessions, for REST and storage. */
  openSessions(max: number): Sessions
  /** Whether this start made the database. */
  fresh: boolean
  /** How many migrations this start applied. */
  applied: number
  /** Whether this start ran the seed. */
  seeded: boolean
}
