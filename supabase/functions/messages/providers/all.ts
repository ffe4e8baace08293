import { africastalking } from './africastalking.ts'
import { http } from './http.ts'
import { postmark } from './postmark.ts'
import { resend } from './resend.ts'
import { twilio } from './twilio.ts'
import type { Listener } from './types.ts'
import { vonage } from './vonage.ts'

/** Every provider that tells what became of a message, or passes on texts. */
export const LISTENERS: readonly Listener[] = [africastalking, http, postmark, resend, twilio, vonage]
