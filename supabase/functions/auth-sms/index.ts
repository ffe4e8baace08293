import { readDelivery } from '../_shared/messages/delivery.ts'
import { createMailpit } from '../_shared/messages/mailpit.ts'
import { createAuthSmsHandler } from './handler.ts'

const { secrets, inboxUrl, from } = readDelivery((name) => Deno.env.get(name), 'SEND_SMS_HOOK_SECRETS')

Deno.serve(createAuthSmsHandler({ secrets, send: createMailpit(inboxUrl, from) }))
