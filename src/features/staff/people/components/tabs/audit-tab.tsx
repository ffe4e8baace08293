import { AuditTable } from '@/entities/audit'
import type { TabProps } from './tab-props'

/** Lists the changes to a person, and who made them. */
export function AuditTab({ person: { id } }: TabProps) {
  return <AuditTable of={{ target: 'profiles', id }} />
}
