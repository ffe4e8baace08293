import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'

/** Ends all of a person's sessions. */
export const signOutPerson = async (user_id: string) => unwrap(supabase.rpc('sign_out_person', { user_id }))

/** Accepts or rejects a driver's document. The driver can read the note. */
export const judgeDocument = async (document_id: string, verified: boolean, note: string | null) =>
  unwrap(supabase.rpc('verify_document', { document_id, verified, note }))

/** Sends a person whom staff added, and who has never signed in, a link to the sign-in. False if no message was needed. */
export const invitePerson = async (user_id: string) => unwrap(supabase.rpc('invite_person', { user_id }))
