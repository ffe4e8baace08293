export type Role = 'rider' | 'driver' | 'admin' | 'fleetadmin'

/** A person's profile: the columns of `profiles` that the page needs. */
export interface Profile {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  mobile: string | null
  mobile_verified?: boolean
  usertype: string
  /** Whether the person is approved. False for a suspended driver, who may still finish the current trip. */
  approved?: boolean
  /** When the approval was taken away, and the reason that staff gave. */
  suspended_at?: string | null
  suspended_reason?: string | null
  profile_image: string | null
  lang_locale: string | null
  date_locale: string | null
  /** True if only an admin can change the email address. */
  email_locked: boolean
  /** True if only an admin can change the phone number. */
  mobile_locked: boolean
  rating?: number | null
  wallet_balance?: number
  /** The part of the wallet's balance that can only pay fares. */
  bonus_balance?: number
  /** An admin's staff role; null for other people. */
  staff_role?: string | null
}

const roles: readonly string[] = ['rider', 'driver', 'admin', 'fleetadmin']

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && roles.includes(value)
}
