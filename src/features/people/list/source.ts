import { pageOf, type Source, type TableQuery } from '@/components/data-table'
import { listStaffPeople, type Role, type StaffPerson } from '@/entities/person'

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
    has_papers_waiting: yes('papers')
  }
}

/** Reads people of a role page by page. A page begins after the last row of the page before, so every page is equally fast. */
export const peopleSource =
  (role: Role): Source<StaffPerson> =>
  async (query, { after, size }, signal) => {
    const isByName = query.sort?.column === 'name'
    const cursor = after as { value: string; id: string } | null
    const rows = await listStaffPeople(
      {
        usertype: role,
        search: query.search || null,
        ...filtersOf(query),
        sort: isByName ? 'name' : 'created',
        ascending: query.sort?.isDown === false,
        after_value: cursor?.value ?? null,
        after_id: cursor?.id ?? null,
        page_size: size
      },
      signal
    )
    return pageOf(rows, size, (last) => ({
      value: isByName ? `${last.first_name} ${last.last_name}` : last.created_at,
      id: last.id
    }))
  }
