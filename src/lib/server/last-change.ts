import { unwrap } from './api'
import { supabase } from './supabase'

/**
 * Returns who changed a row last and when, according to the audit log. `by` is null if the change was automatic or the person
 * cannot be found. The result is null if the log has no entry for the row, and for callers who are not admins: only admins can
 * read the log.
 */
export async function lastChange(table: string, id: string): Promise<{ by: string | null; at: string } | null> {
  const [line] = await unwrap(
    supabase
      .from('audit_log')
      .select('at, actor_id')
      .eq('target', table)
      .eq('target_id', id)
      .order('id', { ascending: false })
      .limit(1)
  )
  if (!line) return null
  if (!line.actor_id) return { by: null, at: line.at }
  const [person] = await unwrap(
    supabase.from('profiles').select('first_name, last_name').eq('id', line.actor_id).limit(1)
  )
  return { by: person ? `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim() : null, at: line.at }
}
