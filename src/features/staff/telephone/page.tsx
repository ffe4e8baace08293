import { Activity } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '@/components/ui/page-header'
import { useSession } from '@/entities/person'
import { CallPane } from './components/call-pane'
import { CallTabs } from './components/call-tabs'
import { DoneNotices } from './components/done-notices'
import { useCallPage } from './hooks/use-call-page'

/** The page for bookings by telephone, with a tab for each call. */
export function TelephonePage() {
  const { profile } = useSession()
  return profile && <Calls key={profile.id} person={profile.id} />
}

function Calls({ person }: { person: string }) {
  const { t } = useTranslation('telephone')
  const page = useCallPage(person)
  return (
    <main
      id="main"
      className="flex min-h-[calc(100svh-var(--bar,4.5rem))] flex-col lg:h-[calc(100svh-var(--bar,4.5rem))]"
    >
      <div className="flex shrink-0 border-b border-line max-md:flex-col md:items-stretch">
        <PageHeader
          title={t('title')}
          className="shrink-0 max-md:min-h-12 max-md:pt-2 max-md:pb-0 md:min-h-14 md:pe-4"
        />
        <CallTabs page={page} />
      </div>
      <DoneNotices page={page} />
      {page.calls.map((call) => (
        <Activity key={call.id} mode={call.id === page.shown ? 'visible' : 'hidden'}>
          <CallPane
            call={call}
            isShown={call.id === page.shown}
            change={(patch) => page.dispatch({ do: 'change', id: call.id, patch })}
            onBooked={page.book}
            onDone={() => page.close(call.id, true)}
          />
        </Activity>
      ))}
    </main>
  )
}
