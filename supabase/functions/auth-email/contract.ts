// Auth's request to its send-email hook. The response is an empty object, or `{error: {http_code, message}}`.
import * as z from 'zod/mini'
import { hookUser, text } from '../_shared/messages/hook-schemas.ts'

/** The purpose of a mail. */
const action = z.enum(['signup', 'magiclink', 'recovery', 'invite', 'email_change', 'reauthentication'], {
  error: 'There is no mail for this action',
})

export const mailAsked = z.object({
  user: hookUser,
  email_data: z.object({
    email_action_type: action,
    token: text,
    token_hash: text,
    /** The code for the new address, if the request is about a change of the address. */
    token_new: text,
    token_hash_new: text,
    redirect_to: text,
    site_url: text,
  }, { error: 'The event is not whole' }),
})

export type MailAsked = z.output<typeof mailAsked>
export type Action = z.output<typeof action>
