import type { Provider, Sms } from '../types.ts'
import { africastalking } from './africastalking.ts'
import { http } from './http.ts'
import { inbox } from './inbox.ts'
import { twilio } from './twilio.ts'
import { vonage } from './vonage.ts'

/** Every provider of text messages, in alphabetical order. */
export const SMS_PROVIDERS: readonly Provider<Sms>[] = [africastalking, http, inbox, twilio, vonage]
