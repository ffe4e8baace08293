export type Role = 'rider' | 'driver' | 'admin' | 'fleetadmin'

/** The page's columns of `profiles`. */
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
  /** Only an admin can change the address. */
  email_locked: boolean
  /** Only an admin can change the number. */
  mobile_locked: boolean
  rating?: number | null
  wallet_balance?: number
  /** The part for fares only. */
  bonus_balance?: number
  /** An admin's staff role; null for other people. */
  staff_role?: string | null
}

const roles: readonly string[] = ['rider', 'driver', 'admin', 'fleetadmin']

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && roles.includes(value)
}
