import { useMemo } from 'react'
import { type Role, useHolds, useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { kinds } from './kinds'

/** What the caller may do with people of a role, as far as it is offered; the server decides. */
export interface Rights {
  isAdmin: boolean
  /** Adds and edits them. */
  canEdit: boolean
  canApprove: boolean
  canDelete: boolean
  canCredit: boolean
  canReadBank: boolean
  canReleaseBank: boolean
  /** Sees devices, judges documents. */
  isDesk: boolean
}

/** The topic that tells of people, as far as the caller looks after them. */
export function usePeopleTopic(): string {
  const { user, role } = useSession()
  return role === 'admin' ? 'admin' : `fleet:${user?.id}`
}

export function useRights(of: Role): Rights {
  const { role } = useSession()
  const { settings } = useSettings()
  const holds = useHolds()
  const isAdmin = role === 'admin'
  const isFleet = role === 'fleetadmin' && of === 'driver'
  const canEdit = isFleet || (isAdmin && holds('people') && holds(kinds[of].permission))
  const rights: Rights = {
    isAdmin,
    canEdit,
    canApprove: isFleet ? settings?.driver_approval === false : canEdit,
    canDelete: isAdmin && holds('delete_people'),
    canCredit: isAdmin && holds('credit'),
    canReadBank: isAdmin && holds('read_bank'),
    canReleaseBank: isAdmin && holds('bank_release'),
    isDesk: isAdmin && holds('people')
  }
  // The same object for the same rights: a table's definition hangs on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its values are the dependencies
  return useMemo(() => rights, Object.values(rights))
}
