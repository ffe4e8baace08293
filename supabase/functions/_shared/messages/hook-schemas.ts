// The schema of a user in the events of Auth's hooks. It is lenient, because Auth omits fields without a value or sends null.
import * as z from 'zod/mini'

/** Schema of a text that becomes empty if it is missing or null. */
export const text = z.catch(z.string(), '')

export const hookUser = z.object({
  id: text,
  email: text,
  phone: text,
  new_email: text,
  new_phone: text,
  user_metadata: z.catch(z.record(z.string(), z.unknown()), {}),
}, { error: 'The event is not whole' })
