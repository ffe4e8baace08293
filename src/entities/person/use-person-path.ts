import { useCallback } from 'react'
import { personPath } from '@/config/paths'
import type { Role } from './profile'
import { useSession } from './use-session'

/**
 * Returns a function that gives the path of a person's page. The function returns null if the signed-in person may not open
 * that page.
 */
export function usePersonPath(): (id: string | null, role: Role | null) => string | null {
  const { role: own } = useSession()
  return useCallback(
    (id, role) =>
      id && (own === 'admin' || (own === 'fleetadmin' && role === 'driver')) ? personPath(id, role) : null,
    [own]
  )
}
