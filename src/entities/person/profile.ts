export type Role = 'rider' | 'driver' | 'admin' | 'fleetadmin'

/** What the page uses of a row of `profiles`. */
export interface Profile {
  id: string
  first_name: string | null
  last_name: string | null
  email: string | null
  mobile: string | null
  mobile_verified?: boolean
  usertype: string
  /** Not so while a suspended driver finishes a trip. */
  approved?: boolean
  profile_image: string | null
  lang_locale: string | null
  date_locale: string | null
  /** Only an admin changes the address. */
  email_locked: boolean
  /** Only an admin changes the number. */
  mobile_locked: boolean
  rating?: number | null
  wallet_balance?: number
  /** What of it pays fares only. */
  bonus_balance?: number
  /** What an admin may do; null for everybody else. */
  staff_role?: string | null
}

const roles: readonly string[] = ['rider', 'driver', 'admin', 'fleetadmin']

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && roles.includes(value)
}
