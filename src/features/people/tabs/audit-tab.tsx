import { AuditTable } from '@/entities/audit'
import type { TabProps } from '../page/tabs'

/** What was changed about a person, by whom. */
export function AuditTab({ person: { id } }: TabProps) {
  return <AuditTable of={{ target: 'profiles', id }} />
}
