import * as z from 'zod/mini'
import { latinDigits } from '@/lib/digits'
import { readEmail } from '@/lib/email'
import { isTooLong } from '@/lib/text-limit'
import { textLimits } from '@/types/text-limits'

const { first_name, last_name, mobile } = textLimits.profiles
const within = (limit: number) => z.refine<string>((text) => !isTooLong(text, limit), { error: 'text_too_long' })

/** The form's schema; messages are keys of the error catalogue. */
export const profileSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'first_name_required'), within(first_name)),
  lastName: z.string().check(z.trim(), z.minLength(1, 'last_name_required'), within(last_name)),
  mobile: z.string().check(
    z.trim(),
    within(mobile),
    z.refine((value) => value === '' || value.replace(/\D/g, '').length > 6, { error: 'mobile_no_blank_error' })
  ),
  locale: z.string()
})

export type ProfileForm = z.infer<typeof profileSchema>

/** The error key of each wrong field (its first error). */
export function profileProblems(form: ProfileForm): Partial<Record<keyof ProfileForm, string>> {
  const parsed = profileSchema.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}

export type ContactKind = 'email' | 'phone'

/** Converts a typed email address or phone number to the form that Auth expects, or returns an error key. */
export function readNewContact(kind: ContactKind, text: string): { value: string } | { error: string } {
  if (kind === 'email') return readEmail(text)
  const digits = latinDigits(text)
    .trim()
    .replace(/^00/, '+')
    .replace(/[^\d+]/g, '')
  // A number without a country code could belong to another person.
  return /^\+[1-9]\d{6,14}$/.test(digits) ? { value: digits } : { error: 'mobile_no_country' }
}
