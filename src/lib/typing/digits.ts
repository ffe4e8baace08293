// The shared module holds it, because edge functions read digits of all scripts, too.
export { latinDigits, plainDigits, withoutMarks } from '../../../supabase/functions/_shared/phone/digits'
