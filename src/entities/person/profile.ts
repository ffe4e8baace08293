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
  approved: boolean
  suspended_at?: string | null
  profile_image: string | null
  lang_locale: string | null
  date_locale: string | null
  /** Only an admin changes the number. */
  mobile_locked: boolean
  rating?: number | null
  wallet_balance?: number
}

const roles: readonly string[] = ['rider', 'driver', 'admin', 'fleetadmin']

export function isRole(value: unknown): value is Role {
  return typeof value === 'string' && roles.includes(value)
}

/** Why this profile may not stay signed in (spec section 6), or null. With a trip to finish a suspended person stays. */
export function vetProfile(profile: Profile | null, driversNeedApproval: boolean, hasTrip = false): string | null {
  if (!profile) return 'user_issue_contact_admin'
  if (!isRole(profile.usertype)) return 'not_valid_user_type'
  if (profile.suspended_at) return hasTrip ? null : 'account_suspended'
  if (profile.usertype === 'driver' && driversNeedApproval && !profile.approved) return 'require_approval'
  return null
}
