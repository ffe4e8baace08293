import { unwrap } from '@/lib/api'
import { shortFix } from '@/lib/geo'
import { supabase } from '@/lib/supabase'
import type { Fix } from './model'

/** A network that is silent for so long counts as none (ms). */
const PATIENCE_MS = 10_000
export const patience = () => AbortSignal.timeout(PATIENCE_MS)

const wire = ({ lat, lng, heading, accuracy, at }: Fix) => ({
  ...shortFix({ lat, lng, heading }),
  ...(accuracy !== null && { accuracy: Math.round(accuracy) }),
  at: Math.round(at)
})

/**
 * Sends fixes, oldest first. The newest makes the driver findable; during a trip all of them are its trail.
 *
 * @returns how many the server stored; implausible ones are dropped, never an error
 */
export async function reportPositions(fixes: readonly Fix[]): Promise<number> {
  return await unwrap(supabase.rpc('report_positions', { points: fixes.map(wire) }).abortSignal(patience()))
}
