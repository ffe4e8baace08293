import { useCallback } from 'react'
import { personPath } from '@/config/paths'
import type { Role } from './profile'
import { useSession } from './use-session'

/** The page of somebody for the one who is signed in; null where that page is not theirs to open. */
export function usePersonPath(): (id: string | null, role: Role | null) => string | null {
  const { role: own } = useSession()
  return useCallback(
    (id, role) =>
      id && (own === 'admin' || (own === 'fleetadmin' && role === 'driver')) ? personPath(id, role) : null,
    [own]
  )
}
