import postgres from 'postgres'
import type { StackEnv } from './stack.ts'

/** The clock that all SQL rules use (`app.now()`); only the owner of the database can set it. */
export interface Clock {
  /** Sets the clock to `seconds` after the trip's start, unless it is later already. */
  turnTo(bookingId: string, seconds: number): Promise<void>
  /** Moves the clock forward by `seconds`. */
  turnBy(seconds: number): Promise<void>
  /** Resets the clock to the real time and closes the connection. */
  close(): Promise<void>
}

/** Opens the clock; null if the database has no address of its own, as within the stack's process. */
export function openClock({ SUPABASE_DB_URL }: StackEnv): Clock | null {
  if (!SUPABASE_DB_URL) return null
  const sql = postgres(SUPABASE_DB_URL, { max: 1, onnotice: () => undefined })
  return {
    async turnTo(bookingId, seconds) {
      await sql`update app.clock set "offset" = greatest("offset",
        (select started_at from public.bookings where id = ${bookingId}) + make_interval(secs => ${seconds}) - clock_timestamp())`
    },
    async turnBy(seconds) {
      await sql`update app.clock set "offset" = "offset" + make_interval(secs => ${seconds})`
    },
    async close() {
      await sql`update app.clock set "offset" = interval '0'`
      // Move positions out of the way: one in the future would block later ones, and one of this minute would block distant
      // ones.
      await sql`update public.driver_positions set updated_at = now() - interval '1 hour' where updated_at > now()`
      await sql.end()
    }
  }
}
