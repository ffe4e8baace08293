import { useState } from 'react'
import { DataTable } from '@/components/data-table'
import { type Role, type StaffPerson, useTableHost } from '@/entities/person'
import { usePeopleTable } from './components/list/use-people-table'
import { type PersonAction, PersonActionDialog } from './components/page/person-actions'
import { kinds } from './model/kinds'

/** The page that lists all people of a role whom the caller manages. */
function PeoplePage({ of: role }: { of: Role }) {
  const [asked, setAsked] = useState<{ action: PersonAction; person: StaffPerson } | null>(null)
  // The function is created only once, so that the table's definition does not change. `person` is the row as it was when its
  // menu was opened.
  const [onAction] = useState(() => (action: PersonAction, person: StaffPerson) => setAsked({ action, person }))
  const definition = usePeopleTable(kinds[role], onAction)
  const host = useTableHost()
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable key={role} definition={definition} host={host} />
      {asked && <PersonActionDialog {...asked} onClose={() => setAsked(null)} />}
    </main>
  )
}

export const RidersPage = () => <PeoplePage of="rider" />
export const DriversPage = () => <PeoplePage of="driver" />
export const FleetAdminsPage = () => <PeoplePage of="fleetadmin" />
export const AdminsPage = () => <PeoplePage of="admin" />
