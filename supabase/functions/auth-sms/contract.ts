// Auth's request to its send-sms hook. The response is an empty object, or `{error: {http_code, message}}`.
import * as z from 'zod/mini'
import { hookUser, text } from '../_shared/messages/hook-schemas.ts'

export const smsAsked = z.object({
  user: hookUser,
  sms: z.object({
    otp: text,
    /** The number to send to. Only newer versions of Auth have this field; older ones have the number only in `user`. */
    phone: text,
  }, { error: 'The event is not whole' }),
})
