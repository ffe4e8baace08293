import { Check } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { StepScreen } from './components/step-screen'
import { type FirmSetup, isDone, isStep, openSteps, type Step, steps } from './model/steps'
import { useSetup } from './queries'

/** Setting up a firm, one step at a time. The address names the step; without one it is the first that is left. */
export function SetupPage() {
  const { t } = useTranslation('setup')
  const [params] = useSearchParams()
  const setup = useSetup()
  const { settings } = useSettings()
  const asked = params.get('step')
  const current = isStep(asked) ? asked : setup.data && openSteps(setup.data)[0]
  const heading = useNewStep(setup.data && settings ? (current ?? 'none') : null)
  return (
    <main id="main">
      <PageHeader title={t('title')} />
      <div className="grid gap-6 px-4 pb-10 md:grid-cols-[15rem_minmax(0,32rem)] md:px-6">
        {setup.error ? <ErrorState error={setup.error} onRetry={() => void setup.mutate()} /> : null}
        {setup.data && settings ? (
          <>
            <StepList setup={setup.data} current={current} />
            <section className="md:order-none">
              {current ? (
                <StepScreen key={current} step={current} setup={setup.data} settings={settings} heading={heading} />
              ) : (
                <>
                  <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
                    {t('all_done')}
                  </h2>
                  <p className="mt-2 mb-4 text-muted">{t('all_done_text')}</p>
                  <Button asChild variant="accent">
                    <Link to={paths.dashboard}>{t('all_done_go')}</Link>
                  </Button>
                </>
              )}
            </section>
          </>
        ) : (
          !setup.error && <Skeleton className="h-96 rounded-card md:col-span-2" />
        )}
      </div>
    </main>
  )
}

/**
 * Returns the heading's ref. Another step takes the focus to its heading, because the pressed button is gone with its step; the
 * first step that the page shows does not.
 *
 * @param shown what the page shows; null before
 */
function useNewStep(shown: string | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef(shown)
  useEffect(() => {
    if (last.current !== null && last.current !== shown) heading.current?.focus()
    last.current = shown
  }, [shown])
  return heading
}

function StepList({ setup, current }: { setup: FirmSetup; current: Step | undefined }) {
  const { t } = useTranslation('setup')
  return (
    <nav aria-label={t('title')} className="order-last md:order-none">
      <ol className="divide-y divide-line rounded-card border border-line bg-card md:divide-y-0 md:border-0 md:bg-transparent">
        {steps.map((step, nr) => (
          <li key={step}>
            <Link
              to={`${paths.setup}?step=${step}`}
              aria-current={step === current ? 'step' : undefined}
              className={cn(
                'flex min-h-11 items-center gap-3 px-3 py-2 text-sm hover:bg-soft md:rounded-control',
                step === current ? 'font-semibold md:bg-soft' : 'text-muted'
              )}
            >
              <span
                className={cn(
                  'grid size-6 shrink-0 place-items-center rounded-full border text-xs tabular',
                  isDone(setup, step) ? 'border-ok bg-ok text-paper' : 'border-line'
                )}
              >
                {isDone(setup, step) ? <Check aria-label={t('done')} className="size-3.5" /> : nr + 1}
              </span>
              {t(`step.${step}`)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
