// What Auth asks its send-sms hook. It is answered by an empty object, or by `{error: {http_code, message}}`.
import * as z from 'zod/mini'
import { hookUser, text } from '../_shared/messages/hook-schemas.ts'

export const smsAsked = z.object({
  user: hookUser,
  sms: z.object({
    otp: text,
    /** Of newer versions; else the user says where to. */
    phone: text,
  }, { error: 'The event is not whole' }),
})
