import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { EditorPending } from '@/components/form/editor-page'
import { Skeleton } from '@/components/ui/skeleton'
import { TabLinks } from '@/components/ui/tabs'
import { type Role, type StaffPerson, useStaffPerson } from '@/entities/person'
import { AppError } from '@/lib/server/errors'
import { useLive } from '@/lib/server/use-live'
import { cn } from '@/lib/utils'
import { PersonHead } from './components/page/person-head'
import { tabsFor } from './components/page/tabs'
import { type Rights, usePeopleTopic, useRights } from './hooks/use-rights'
import { type Kind, kinds } from './model/kinds'
import { NewPersonPage } from './new-person-page'

/** The page of one person, or the form for a new one. */
function PersonPage({ of: role }: { of: Role }) {
  const { id = '' } = useParams()
  const kind = kinds[role]
  const rights = useRights(role)
  if (id === 'new') return <NewPersonPage key={role} kind={kind} rights={rights} />
  return <StoredPerson key={id} id={id} kind={kind} rights={rights} />
}

interface StoredPersonProps {
  id: string
  kind: Kind
  rights: Rights
}

function StoredPerson({ id, kind, rights }: StoredPersonProps) {
  const { t } = useTranslation('people')
  const { search } = useLocation()
  const { mayAsk } = useLive(
    usePeopleTopic(),
    (message) => (!message || message.payload.id === id || message.event === 'document' ? mutate() : undefined),
    { events: ['person', 'driver', 'document'] }
  )
  const { data: person, error, mutate } = useStaffPerson(id, mayAsk)
  if (!person) {
    return (
      <EditorPending
        title={t(`${kind.name}.title`)}
        error={person === null ? new AppError('person_not_found') : error}
        onRetry={() => void mutate()}
      />
    )
  }
  const own = kinds[person.usertype]
  if (own !== kind) return <Navigate replace to={{ pathname: own.pathOf(id), search }} />
  return <Person person={person} kind={kind} rights={rights} />
}

function Person({ person, kind, rights }: { person: StaffPerson; kind: Kind; rights: Rights }) {
  const { t } = useTranslation('people')
  const [address] = useSearchParams()
  const tabs = tabsFor(person, rights)
  const tab = tabs.find(({ id }) => id === address.get('tab')) ?? tabs[0]
  if (!tab) return null
  return (
    <main
      id="main"
      className={cn('flex flex-1 flex-col', tab.fills && 'h-[calc(100svh-var(--bar,4.5rem))] min-h-[34rem] flex-none')}
    >
      <PersonHead person={person} kind={kind} rights={rights} />
      <TabLinks
        label={t('tabs')}
        items={tabs.map(({ id }) => ({
          id,
          to: `${kind.pathOf(person.id)}?tab=${id}`,
          label: t(`tab.${id}`),
          isCurrent: id === tab.id,
          isView: true
        }))}
      />
      {/* A boundary per tab: a press changes the tab at once, and does not wait in a transition for the tab's code. */}
      <Suspense key={tab.id} fallback={<Skeleton className="m-4 h-72 md:m-6" />}>
        <div className={cn('flex min-h-0 flex-1 flex-col', tab.fills && 'overflow-hidden')}>
          <tab.Panel person={person} rights={rights} />
        </div>
      </Suspense>
    </main>
  )
}

export const RiderPage = () => <PersonPage of="rider" />
export const DriverPage = () => <PersonPage of="driver" />
export const FleetAdminPage = () => <PersonPage of="fleetadmin" />
export const AdminPage = () => <PersonPage of="admin" />
