import type { Mail, Provider } from '../types.ts'
import { inbox } from './inbox.ts'
import { postmark } from './postmark.ts'
import { resend } from './resend.ts'
import { smtp } from './smtp.ts'

/** Every provider of mails, in alphabetical order. */
export const MAIL_PROVIDERS: readonly Provider<Mail>[] = [inbox, postmark, resend, smtp]
