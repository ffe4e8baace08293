import useSWR from 'swr'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useSession } from './use-session'

/** Reads the permissions that a staff role has; they hardly ever change. */
async function permissionsOf(role: string): Promise<ReadonlySet<string>> {
  const rows = await unwrap(
    supabase
      .from('staff_permissions')
      .select('permission')
      .eq('staff_role', role as never)
  )
  return new Set(rows.map(({ permission }) => permission))
}

/**
 * Returns a function that tells whether the signed-in staff member has a permission. Use it only to decide what is shown: the
 * server checks each action itself. The result is false for fleet admins, and while the permissions are loading; an owner, who
 * nearly always has all, is shown everything meanwhile, so that the pages do not grow while they are read.
 */
export function useHolds(): (permission: string) => boolean {
  const { role, profile } = useSession()
  const own = role === 'admin' ? (profile?.staff_role ?? 'owner') : null
  const { data } = useSWR(own ? ['staff-permissions', own] : null, ([, of]) => permissionsOf(of), {
    revalidateOnFocus: false,
    revalidateIfStale: false
  })
  return (permission) => data?.has(permission) ?? profile?.staff_role === 'owner'
}

/** Returns whether the caller may see how fares are divided: fleet admins those of their drivers, admins with `reports` all. */
export function useReadsEarnings(): boolean {
  const { role } = useSession()
  const holds = useHolds()
  return role === 'fleetadmin' || holds('reports')
}
