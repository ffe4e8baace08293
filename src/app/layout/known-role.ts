import { useEffect } from 'react'
import { type Role, useSession } from '@/entities/person'
import { mayBeSignedIn } from '@/lib/session/auth-client'
import { readStored, store } from '@/lib/storage/stored'

const storageKey = 'hackney.role'
const roles: readonly unknown[] = ['rider', 'driver', 'admin', 'fleetadmin'] satisfies Role[]
const isRole = (value: unknown): value is Role => roles.includes(value)

export const isStaff = (role: Role | null): boolean => role === 'admin' || role === 'fleetadmin'

/**
 * Returns the role of the last session in this browser, if that session may still be valid; otherwise null. The role only
 * decides what is rendered; the server decides on access.
 */
export function lastRole(): Role | null {
  const kept = mayBeSignedIn() ? readStored(storageKey) : null
  return isRole(kept) ? kept : null
}

/**
 * Returns the person's role. Until the session is confirmed, this is the role of the last session, so that the frame of the
 * page need not change afterwards.
 */
export function useKnownRole(): Role | null {
  const { status, role } = useSession()
  const isKnown = status !== 'loading'
  useEffect(() => {
    if (isKnown) store(storageKey, role)
  }, [isKnown, role])
  return isKnown ? role : lastRole()
}
