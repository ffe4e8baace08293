import type { Source, TableQuery } from '@/components/data-table'
import { listStaffPeople, type Role, type StaffPerson } from '@/entities/person'
import type { NextPage } from '@/types/database'

/** The database's filters for each choice of the filter "standing". */
const standings: Record<string, { is_approved?: boolean; is_suspended?: boolean }> = {
  approved: { is_approved: true },
  waiting: { is_approved: false, is_suspended: false },
  suspended: { is_suspended: true }
}

function filtersOf({ filters }: TableQuery) {
  const one = (id: string): string | null => filters[id]?.[0] || null
  const yes = (id: string): boolean | null => (one(id) === null ? null : one(id) === 'yes')
  return {
    ...standings[one('standing') ?? ''],
    fleet_id: one('fleet'),
    car_type_id: one('car'),
    is_active: yes('active'),
    has_papers_waiting: yes('papers'),
    never_came: yes('never_came')
  }
}

/** Reads people of a role page by page. A page begins after the last row of the page before, so every page is equally fast. */
export const peopleSource =
  (role: Role): Source<StaffPerson> =>
  (query, { after, size }, signal) =>
    listStaffPeople(
      {
        usertype: role,
        search: query.search || null,
        ...filtersOf(query),
        sort: query.sort?.column === 'name' ? 'name' : 'created',
        ascending: query.sort?.isDown === false,
        page_size: size,
        ...(after as NextPage)
      },
      signal
    )
