import { shortFix } from '@/lib/geo/geo'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Fix } from './model'

/** A network that does not respond for this long counts as down (ms). */
const PATIENCE_MS = 10_000
export const patience = () => AbortSignal.timeout(PATIENCE_MS)

const wire = ({ lat, lng, heading, accuracy, at }: Fix) => ({
  ...shortFix({ lat, lng, heading }),
  ...(accuracy !== null && { accuracy: Math.round(accuracy) }),
  at: Math.round(at)
})

/**
 * Sends positions to the server, oldest first. Dispatch uses the newest one. During a trip the stored positions form the trip's
 * recorded route.
 *
 * @returns how many the server stored; it drops implausible ones without an error
 */
export async function reportPositions(fixes: readonly Fix[]): Promise<number> {
  return await unwrap(supabase.rpc('report_positions', { points: fixes.map(wire) }).abortSignal(patience()))
}
