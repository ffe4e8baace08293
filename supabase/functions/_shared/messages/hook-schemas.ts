// What Auth's hooks have in common: the shape of a user, read leniently, since Auth leaves out or nulls what is not there.
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
