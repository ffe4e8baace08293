// Shared by Auth's hooks: the schema of a user, lenient because Auth omits or nulls missing fields.
import * as z from 'zod/mini'

/** A text; empty if it is missing. */
export const text = z.catch(z.string(), '')

export const hookUser = z.object({
  id: text,
  email: text,
  phone: text,
  new_email: text,
  new_phone: text,
  user_metadata: z.catch(z.record(z.string(), z.unknown()), {}),
}, { error: 'The event is not whole' })
