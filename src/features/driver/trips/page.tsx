import { CalendarClock, CarTaxiFront } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { pollInterval } from '@/lib/server/live'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { WhyNotAsked } from './components/asked/why-not-asked'
import { HoursBlock } from './components/hours-block'
import { JobCard } from './components/job-card'
import { OpenRides } from './components/open-rides'
import { type Job, useHours, useJobs, useOpenRides } from './queries'

interface DriverTripsPageProps {
  /** The driver's current offers, rendered with their buttons. */
  offers: ReactNode
}

/** All trips of a driver: offered, current, next, later, those that the driver can claim, and those that ended today. */
export function DriverTripsPage({ offers }: DriverTripsPageProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <PageFrame title={t('driver_pages:driver_trips.title')} width="column">
      {user && <Own driverId={user.id} offers={offers} />}
    </PageFrame>
  )
}

function Own({ driverId, offers }: DriverTripsPageProps & { driverId: string }) {
  const { t } = useTranslation('driver_trips')
  const channel = useBroadcast(`driver:${driverId}`, () => reload(), { events: ['offer', 'booking'] })
  const jobs = useJobs(driverId, { refreshInterval: pollInterval(channel) })
  const open = useOpenRides(driverId)
  const hours = useHours(driverId)
  const reload = () => Promise.all([jobs, open, hours].map((query) => query.mutate()))
  const error = jobs.error ?? open.error ?? hours.error
  const of = (list: Job['list']) => jobs.data?.filter((job) => job.list === list) ?? []
  const today = of('today')
  return (
    <div className="mt-5 space-y-8">
      {error ? <ErrorBanner error={error} onRetry={reload} /> : null}
      <section aria-labelledby="offers" className="space-y-3">
        <h2 id="offers" className="text-xl font-semibold">
          {t('offers')}
        </h2>
        {offers}
      </section>
      {!jobs.data && !error && <Skeleton className="h-40 rounded-card" />}
      <Jobs id="current" title={t('current')} jobs={of('current')} />
      <Jobs id="next" title={t('next')} lead={t('next_text')} jobs={of('next')} />
      <Jobs id="later" title={t('later')} jobs={of('later')} />
      <OpenRides rides={open.data} onClaimed={reload} />
      <section aria-labelledby="today" className="space-y-3">
        <h2 id="today" className="text-xl font-semibold">
          {t('today')}
        </h2>
        {hours.data && <HoursBlock hours={hours.data} />}
        {jobs.data && today.length === 0 && <EmptyState icon={CarTaxiFront} title={t('today_none')} className="py-6" />}
        <Cards jobs={today} />
        <Link
          to={paths.bookings}
          className="inline-flex min-h-11 items-center gap-2 text-sm underline underline-offset-4"
        >
          <CalendarClock aria-hidden className="size-4" />
          {t('all')}
        </Link>
      </section>
      <WhyNotAsked driverId={driverId} />
    </div>
  )
}

const Cards = ({ jobs }: { jobs: readonly Job[] }) => (
  <ul className="space-y-3 empty:hidden">
    {jobs.map((job) => (
      <li key={job.booking_id}>
        <JobCard job={job} />
      </li>
    ))}
  </ul>
)

interface JobsProps {
  id: string
  title: string
  lead?: string
  jobs: readonly Job[]
}

function Jobs({ id, title, lead, jobs }: JobsProps) {
  if (jobs.length === 0) return null
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h2 id={id} className="text-xl font-semibold">
        {title}
      </h2>
      {lead && <p className="text-sm text-pretty text-muted">{lead}</p>}
      <Cards jobs={jobs} />
    </section>
  )
}
