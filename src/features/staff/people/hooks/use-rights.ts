import { useMemo } from 'react'
import { type Role, useHolds, useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { kinds } from '../model/kinds'

/**
 * What the signed-in staff member may do with people of a role. It only decides which actions are offered, because the server
 * checks each one.
 */
export interface Rights {
  isAdmin: boolean
  /** Whether the caller may add and edit people of this role. */
  canEdit: boolean
  canApprove: boolean
  canDelete: boolean
  canCredit: boolean
  /** Whether the caller may take the cash of drivers. */
  canPayOut: boolean
  /** Whether the caller may read the movements of wallets. */
  canReadLedger: boolean
  canReadBank: boolean
  canReleaseBank: boolean
  /** Whether the caller may see and remove the second factor of other staff. */
  canRemoveFactor: boolean
  /** Whether the caller may see devices, and read and review documents. */
  isDesk: boolean
}

/** The broadcast topic that announces changes to the people whom the caller manages. */
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
    canPayOut: isAdmin && holds('payouts'),
    canReadLedger: isAdmin && holds('money'),
    canReadBank: isAdmin && holds('read_bank'),
    canReleaseBank: isAdmin && holds('bank_release'),
    canRemoveFactor: isAdmin && holds('staff'),
    isDesk: isAdmin && holds('people')
  }
  // Memoized, because the table's definition depends on this object.
  // biome-ignore lint/correctness/useExhaustiveDependencies: its values are the dependencies
  return useMemo(() => rights, Object.values(rights))
}
