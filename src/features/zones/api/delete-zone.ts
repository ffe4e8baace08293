import { unwrap } from '@/lib/api'
import { supabase } from '@/lib/supabase'

/** Takes a zone away for good; quotes that counted it keep their price. */
export async function deleteZone(id: string): Promise<void> {
  // A row that policies hide is deleted without an error: the answer says whether there was one.
  await unwrap(supabase.from('zones').delete().eq('id', id).select('id').single())
}
