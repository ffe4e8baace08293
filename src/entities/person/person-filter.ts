import type { Filter } from '@/components/data-table'
import { findPeople, personName } from './people'

/**
 * Defines a table filter by one person.
 *
 * @param usertype only people of this role; null: all roles except admins
 */
export function personFilter(id: string, label: string, usertype: Parameters<typeof findPeople>[0] = null): Filter {
  return { id, label, kind: 'person', find: (text, signal) => findPeople(usertype, text, signal), nameOf: personName }
}
