import postgres from 'postgres'
import type { StackEnv } from './stack.ts'

/** The clock that all rules read (`app.now()`), turned as the owner of the database alone may. */
export interface Clock {
  /** Makes it `seconds` since the trip's start, or leaves it where it is later than that already. */
  turnTo(bookingId: string, seconds: number): Promise<void>
  /** Makes it `seconds` later. */
  turnBy(seconds: number): Promise<void>
  /** Gives the rules the real time again, and lets go of the database. */
  close(): Promise<void>
}

/** Null where the database has no door of its own, as inside of the stack's process. */
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
      // A position from a time that has not come yet would keep all later ones out, and one of this minute those far away.
      await sql`update public.driver_positions set updated_at = now() - interval '1 hour' where updated_at > now()`
      await sql.end()
    }
  }
}
