import { signedLink } from '@/lib/files/use-stored-image'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Database, Tables } from '@/types/database'

type Functions = Database['public']['Functions']

/** A booking near a driver, and the result of offering it to the driver or the reason why it was not offered. */
export type DispatchAnswer = Functions['why_not_asked']['Returns'][number]

export const getDispatchAnswers = async (driver_id: string, hours: number): Promise<DispatchAnswer[]> =>
  unwrap(supabase.rpc('why_not_asked', { driver_id, hours }))

/** How many claimed rides a driver gave back or lost for a reason in the last 30 days. */
export type LostClaims = Functions['lost_claims']['Returns'][number]

export const getLostClaims = async (driver_id: string): Promise<LostClaims[]> =>
  unwrap(supabase.rpc('lost_claims', { driver_id }))

/** A phone that gets push messages, or a browser that is signed in. */
export type Device = Functions['person_devices']['Returns'][number]

export const getDevices = async (user_id: string): Promise<Device[]> =>
  unwrap(supabase.rpc('person_devices', { user_id }))

/** Whether an admin counts as a second person for approvals, and whether the caller may confirm the admin. */
export type StaffStanding = Database['public']['CompositeTypes']['staff_standing']

export const staffStandingKey = (id: string) => ['staff-standing', id] as const

export const getStaffStanding = async (user_id: string): Promise<StaffStanding> =>
  unwrap(supabase.rpc('staff_standing', { user_id }))

/** How many second factors a member of staff has set up. */
export const countSecondFactors = async (user_id: string) => unwrap(supabase.rpc('second_factors', { user_id }))

export interface Ratings {
  userrating: number | null
  count: number | null
  details: { user: string; rate: number; booking_id: string; at: string }[]
  comments: { comment: string; month: string; booking_id?: string }[]
  /** For each tag, how often people gave it in a rating. */
  tags: Record<string, number>
}

export async function getRatings(user_id: string): Promise<Ratings> {
  return (await unwrap(supabase.rpc('rating_details', { user_id }))) as unknown as Ratings
}

export type DriverDocument = Tables<'driver_documents'>

/** A driver's documents, latest first. */
export const getDocuments = async (driverId: string): Promise<DriverDocument[]> =>
  unwrap(supabase.from('driver_documents').select().eq('driver_id', driverId).order('created_at', { ascending: false }))

/**
 * Opens the picture of a document: returns a link to it. The access log records it, and it counts towards the limit of reads.
 *
 * @throws {AppError} not_allowed, demo_mode, document_not_found, file_being_checked, needs_approval
 */
export async function openDocument(id: string): Promise<string> {
  const { path } = await unwrap(supabase.rpc('open_document', { id }))
  return signedLink('users', path ?? '')
}
