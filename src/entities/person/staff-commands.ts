import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'
import type { Json } from '@/types/database'

/** Lets somebody in, or suspends them for a reason that they may read. */
export const setApproved = async (user_id: string, approved: boolean, reason: string | null = null) =>
  unwrap(supabase.rpc('set_approved', { user_id, approved, reason }))

/** Changes what the patch names; refused with `version_conflict` where it names an old version. */
export const editPerson = async (user_id: string, patch: Record<string, Json>) =>
  unwrap(supabase.rpc('edit_person', { user_id, patch }))

/** Gives another admin a role. */
export const setStaffRole = async (user_id: string, staff_role: string) =>
  unwrap(supabase.rpc('set_staff_role', { user_id, staff_role }))
