import { readDelivery } from '../_shared/messages/delivery.ts'
import { createMailpit } from '../_shared/messages/mailpit.ts'
import { createAuthEmailHandler } from './handler.ts'

const { secrets, apiUrl, inboxUrl, from } = readDelivery((name) => Deno.env.get(name), 'SEND_EMAIL_HOOK_SECRETS')

Deno.serve(createAuthEmailHandler({ secrets, apiUrl, send: createMailpit(inboxUrl, from) }))
