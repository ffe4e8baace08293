import type { Filter } from '@/components/data-table'
import { findPeople, personName } from './people'

/** A table filter by one person: of a role, or of all roles except admins. */
export function personFilter(id: string, label: string, usertype: Parameters<typeof findPeople>[0] = null): Filter {
  return { id, label, kind: 'person', find: (text, signal) => findPeople(usertype, text, signal), nameOf: personName }
}
