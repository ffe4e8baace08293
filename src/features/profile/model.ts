import * as z from 'zod/mini'

/** The form's only type; messages are keys of the error catalogue. */
export const profileSchema = z.object({
  firstName: z.string().check(z.trim(), z.minLength(1, 'first_name_required'), z.maxLength(100)),
  lastName: z.string().check(z.trim(), z.minLength(1, 'last_name_required'), z.maxLength(100)),
  mobile: z.string().check(
    z.trim(),
    z.refine((value) => value === '' || value.replace(/\D/g, '').length > 6, { error: 'mobile_no_blank_error' })
  ),
  locale: z.string()
})

export type ProfileForm = z.infer<typeof profileSchema>

/** The first error of each field, as keys. */
export function profileProblems(form: ProfileForm): Partial<Record<keyof ProfileForm, string>> {
  const parsed = profileSchema.safeParse(form)
  if (parsed.success) return {}
  return Object.fromEntries(parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]))
}
