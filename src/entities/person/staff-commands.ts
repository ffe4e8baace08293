import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import type { Json } from '@/types/database'

/** Approves a person, or suspends them. The person may read the reason of a suspension. */
export const setApproved = async (user_id: string, approved: boolean, reason: string | null = null) =>
  unwrap(supabase.rpc('set_approved', { user_id, approved, reason }))

/** Updates some fields of a person. Refused with `version_conflict` if the patch names a version that is no longer current. */
export const editPerson = async (user_id: string, patch: Record<string, Json>) =>
  unwrap(supabase.rpc('edit_person', { user_id, patch }))

/** Confirms that an admin whom others added is a person of the firm, so that the admin counts as a second person for approvals. */
export const confirmStaff = async (user_id: string) => unwrap(supabase.rpc('confirm_staff', { user_id }))

/** Gives another admin a staff role. */
export const setStaffRole = async (user_id: string, staff_role: string) =>
  unwrap(supabase.rpc('set_staff_role', { user_id, staff_role }))

/** Removes all second factors of another member of staff, who reads the reason, and signs them out. */
export const removeSecondFactor = async (user_id: string, reason: string) =>
  unwrap(supabase.rpc('remove_second_factor', { user_id, reason }))
