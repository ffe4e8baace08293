import * as z from 'zod/mini'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

const { first_name, last_name } = textLimits.profiles
const within = (limit: number) => z.refine<string>((text) => !isTooLong(text, limit), { error: 'text_too_long' })

/** The form's schema; messages are keys of the error catalogue. */
export const profileSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'first_name_required'), within(first_name)),
  lastName: z.string().check(z.trim(), z.minLength(1, 'last_name_required'), within(last_name)),
  mobile: z.string().check(z.trim(), within(PHONE_LIMIT)),
  locale: z.string()
})

export type ProfileForm = z.infer<typeof profileSchema>

/** The error key of each wrong field (its first error). */
export function profileProblems(form: ProfileForm): Partial<Record<keyof ProfileForm, string>> {
  const parsed = profileSchema.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
