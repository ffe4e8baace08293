import { createDatabase } from '../_shared/kernel/database.ts'
import { readEnvironment } from '../_shared/kernel/env.ts'
import { createChangeLimit } from '../_shared/messages/change-limit.ts'
import { readDelivery } from '../_shared/messages/delivery.ts'
import { createMailpit } from '../_shared/messages/mailpit.ts'
import { createAuthEmailHandler } from './handler.ts'

const get = (name: string) => Deno.env.get(name)
const { secrets, apiUrl, inboxUrl, from } = readDelivery(get, 'SEND_EMAIL_HOOK_SECRETS')
const takeChange = createChangeLimit(createDatabase(readEnvironment(get)))

Deno.serve(createAuthEmailHandler({ secrets, apiUrl, send: createMailpit(inboxUrl, from), takeChange }))
