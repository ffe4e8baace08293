import { Check, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { PageFrame } from '@/components/ui/page-frame'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { endFirstDay } from './components/lead'
import { type FirstDay, type Step, steps } from './model'
import { useFirstDay } from './queries'

/** What each step consists of; `app` composes it, because it belongs to other features. */
export type StepContents = Record<Step, (driverId: string) => ReactNode>

/** A driver's first day: papers, picture and bank account, what is missing of them, and what the office still has to do. */
export function FirstDayPage({ contents }: { contents: StepContents }) {
  const { user } = useSession()
  return user && <Own driverId={user.id} contents={contents} />
}

function Own({ driverId, contents }: { driverId: string; contents: StepContents }) {
  const { t } = useTranslation('first_day')
  const { day, asksBank, error, reload } = useFirstDay(driverId)
  const { settings } = useSettings()
  const shown = steps.filter((step) => step !== 'bank' || asksBank)
  const lead = day?.mayDrive && day.open.length > 0 ? 'lead_ready' : 'lead'
  return (
    <PageFrame title={t('title')} lead={t(lead, { name: settings?.app_name ?? '' })} width="column">
      <div className="mt-6 space-y-8">
        {error ? <ErrorBanner error={error} onRetry={() => void reload()} /> : null}
        {!day && !error && <Skeleton className="h-96 rounded-card" />}
        {day && (
          <>
            <ol className="space-y-4">
              {shown.map((step, nr) => (
                <StepCard key={step} step={step} nr={nr + 1} isDone={!day.open.includes(step)}>
                  {contents[step](driverId)}
                </StepCard>
              ))}
            </ol>
            <Office day={day} />
            <GoOn day={day} driverId={driverId} />
          </>
        )}
      </div>
    </PageFrame>
  )
}

function StepCard({ step, nr, isDone, children }: { step: Step; nr: number; isDone: boolean; children: ReactNode }) {
  const { t } = useTranslation('first_day')
  return (
    <li>
      <section aria-labelledby={step} className="space-y-4 rounded-card border border-line bg-card p-4">
        <h2 id={step} className="flex items-center gap-3 text-lg font-semibold">
          <span
            className={cn(
              'grid size-7 shrink-0 place-items-center rounded-full border text-sm tabular',
              isDone ? 'border-ok bg-ok text-paper' : 'border-line'
            )}
          >
            {isDone ? <Check aria-hidden className="size-4" /> : nr}
          </span>
          <span className="min-w-0 flex-1">{t(`step.${step}`)}</span>
          <span className={cn('text-sm font-medium', isDone ? 'text-ok' : 'text-muted')}>
            {t(isDone ? 'done' : 'missing')}
          </span>
        </h2>
        {children}
      </section>
    </li>
  )
}

/** What the office does next, so that nobody waits without knowing for what. */
function Office({ day: { waiting } }: { day: FirstDay }) {
  const { t } = useTranslation('first_day')
  if (waiting.length === 0) return null
  return (
    <section aria-labelledby="office" className="space-y-2">
      <h2 id="office" className="text-lg font-semibold">
        {t('office')}
      </h2>
      <ul className="space-y-2 text-sm">
        {waiting.map((wait) => (
          <li key={wait} className="flex gap-2.5 text-pretty text-muted">
            <Clock aria-hidden className="mt-0.5 size-4 shrink-0" />
            {t(`wait.${wait}`)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The way to the work page: the main button once everything is given, before that a quiet one. */
function GoOn({ day: { open, waiting }, driverId }: { day: FirstDay; driverId: string }) {
  const { t } = useTranslation('first_day')
  const isComplete = open.length === 0
  return (
    <div className="space-y-3">
      {isComplete && (
        <p role="status" className="text-base text-pretty">
          {t(waiting.length === 0 ? 'ready' : 'complete')}
        </p>
      )}
      <Button asChild size="lg" variant={isComplete ? 'accent' : 'outline'} className="w-full">
        <Link to={paths.drive} onClick={() => endFirstDay(driverId)}>
          {t(isComplete ? 'drive' : 'later')}
        </Link>
      </Button>
    </div>
  )
}
