import type { RegData, SignUpAnswered } from '@contract/accounts'
import * as z from 'zod/mini'
import type { HandedIn } from '@/entities/paper'
import { invoke, unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { latinDigits } from '@/lib/typing/digits'
import { emailProblem } from '@/lib/typing/email'
import { PHONE_LIMIT, phoneProblem, readTypedPhone } from '@/lib/typing/phones'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'

const { first_name, last_name } = textLimits.profiles
const within = (limit: number) => z.refine<string>((text) => !isTooLong(text, limit), { error: 'text_too_long' })
const text = (limit: number, missing?: string) =>
  missing
    ? z.string().check(z.trim(), z.minLength(1, missing), within(limit))
    : z.string().check(z.trim(), within(limit))
const email = z.string().check(
  z.trim(),
  z.refine((value) => value === '' || !emailProblem(value), {
    error: ({ input }) => emailProblem(String(input)) ?? 'proper_email'
  })
)

const person = {
  first_name: text(first_name, 'first_name_required'),
  last_name: text(last_name, 'last_name_required'),
  referralId: z.string().check(z.trim())
}

/** Schema of a number that describes the car, such as its seats. If the field is empty, the car type's number applies. */
const figure = (least: number, most: number) =>
  z.string().check(
    z.trim(),
    z.refine(
      (typed) => {
        const digits = latinDigits(typed)
        return digits === '' || (/^\d{1,2}$/.test(digits) && Number(digits) >= least && Number(digits) <= most)
      },
      { error: 'person_invalid' }
    )
  )
const FIGURES = ['seats', 'luggage', 'child_seats'] as const

const { vehicle_make, vehicle_model, vehicle_color, vehicle_number } = textLimits.drivers

const schemas = {
  /**
   * The one-time code goes to the email address. Without one it goes to the phone number.
   */
  rider: z
    .object({
      usertype: z.literal('rider'),
      ...person,
      email,
      mobile: text(PHONE_LIMIT)
    })
    .check(
      z.refine((form) => form.email !== '' || form.mobile !== '', { path: ['email'], error: 'contact_input_error' })
    ),
  /** The phone number is required for drivers, because the desk calls applicants. */
  driver: z.object({
    usertype: z.literal('driver'),
    ...person,
    email: email.check(z.minLength(1, 'proper_email')),
    mobile: text(PHONE_LIMIT, 'mobile_no_blank_error'),
    car_type_id: z.string(),
    vehicle_make: text(vehicle_make, 'vehicle_required'),
    vehicle_model: text(vehicle_model, 'vehicle_required'),
    vehicle_color: text(vehicle_color),
    vehicle_number: text(vehicle_number, 'vehicle_required'),
    seats: figure(1, 20),
    luggage: figure(0, 20),
    child_seats: figure(0, 4),
    wheelchair: z.string()
  })
}

export type SignUpRole = keyof typeof schemas

export const emptyForm = {
  first_name: '',
  last_name: '',
  email: '',
  mobile: '',
  referralId: '',
  car_type_id: '',
  vehicle_make: '',
  vehicle_model: '',
  vehicle_color: '',
  vehicle_number: '',
  seats: '',
  luggage: '',
  child_seats: '',
  /** The switch for a wheelchair: 'yes' or empty. */
  wheelchair: ''
}

export type SignUpForm = typeof emptyForm
export type Problems = Partial<Record<keyof SignUpForm, string>>

/** Validates the form. Returns the data to send, or the first error of each field as a key. */
export async function readForm(
  usertype: SignUpRole,
  form: SignUpForm
): Promise<{ regData: RegData } | { problems: Problems }> {
  const read = schemas[usertype].safeParse({ usertype, ...form })
  const number = form.mobile.trim() === '' ? null : await readTypedPhone(form.mobile)
  const problems: Problems = {
    ...(form.mobile.trim() !== '' && !number && { mobile: phoneProblem(form.mobile) }),
    ...(!read.success && Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])))
  }
  if (!read.success || Object.keys(problems).length > 0) return { problems }
  const said = { ...read.data, mobile: number?.number ?? '' }
  // Empty fields are not sent.
  const filled = Object.entries(said).filter(([, value]) => value !== '')
  return { regData: Object.fromEntries(filled.map(([key, value]) => [key, typedAs(key, value)])) as RegData }
}

/** Converts numbers and the wheelchair switch from text to the types that the server expects. */
function typedAs(key: string, value: unknown): unknown {
  if (FIGURES.some((name) => name === key)) return Number(latinDigits(String(value)))
  return key === 'wheelchair' ? value === 'yes' : value
}

/** Sends the form. The response does not reveal whether the email address or phone number already has an account. */
export const sendForm = (regData: RegData) => invoke<SignUpAnswered>('accounts/signup', { regData })

/** A document for a driver's application, uploaded in the session that the entered code started. */
export type ApplicationPaper = HandedIn & { kind: string }

/**
 * Applies a sign-up form to the caller's account, after a one-time code has proved the email address or phone number. For a
 * driver, the uploaded documents are submitted with it.
 *
 * @param uid the id of the form
 * @throws AppError `sign_up_not_found`, `account_in_use`, `document_invalid`
 */
export const finishSignUp = (uid: string, papers: readonly ApplicationPaper[] = []) => {
  const licence = papers.find(({ kind }) => kind === 'license')
  const others = papers.filter((paper) => paper !== licence)
  return unwrap(
    supabase.rpc('finish_sign_up', {
      sign_up_id: uid,
      ...(licence && {
        license_path: licence.path,
        ...(licence.expiresOn && { license_expires_on: licence.expiresOn }),
        license_number: licence.number
      }),
      papers: others.map(({ kind, path, expiresOn, number }) => ({ kind, path, expires_on: expiresOn, number }))
    })
  )
}

const storageKey = 'hackney.sign-up'

const kept = z.object({
  uid: z.string(),
  usertype: z.enum(['rider', 'driver']),
  papers: z.optional(
    z.array(z.object({ kind: z.string(), path: z.string(), number: z.string(), expiresOn: z.nullable(z.string()) }))
  ),
  sent: z.optional(z.boolean())
})

/**
 * A sign-up form that the server has received, and the documents (`papers`) that the person has uploaded since. `sent` is true
 * after a driver's form was also submitted as an application.
 */
export type StoredForm = z.infer<typeof kept>

function read(storage: Storage): StoredForm | null {
  try {
    const found = kept.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null'))
    return found.success ? found.data : null
  } catch {
    return null
  }
}

/** Returns the form that was sent in this tab and waits for the one-time code; null if there is none. It survives a reload. */
export const readStoredForm = (): StoredForm | null => read(sessionStorage)

/** Returns the driver's application that was submitted on this device and may wait for days; null if there is none. */
export function readApplication(): StoredForm | null {
  const found = read(localStorage)
  return found?.sent ? found : null
}

export function keepForm(form: StoredForm | null): void {
  try {
    sessionStorage.removeItem(storageKey)
    localStorage.removeItem(storageKey)
    if (form) (form.sent ? localStorage : sessionStorage).setItem(storageKey, JSON.stringify(form))
  } catch {
    // Storage may be blocked; the form is then lost with the page.
  }
}
