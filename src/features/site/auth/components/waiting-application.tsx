import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import {
  type HandedIn,
  isWanted,
  PaperCard,
  PaperDialog,
  type PaperKind,
  paperName,
  papersOf,
  usePaperKinds
} from '@/entities/paper'
import { useFormat } from '@/entities/settings'
import { formatList } from '@/lib/format/format-list'
import { useCommand } from '@/lib/server/use-command'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { type Application, applicationKey, askForUpload, submitPaper } from '../hooks/use-application'
import { MissingOfCar } from './missing-of-car'

interface WaitingProps {
  signUpId: string
  application: Application
}

/** Lists what a waiting application still lacks, each item with a form for submitting it, and says what happens next. */
export function WaitingApplication({ signUpId, application }: WaitingProps) {
  const { t } = useTranslation(['signup', 'papers'])
  const { timeZone, locale } = useFormat()
  const [asked, setAsked] = useState<PaperKind | null>(null)
  const { data: kinds, error, mutate } = usePaperKinds()
  const papers = papersOf(kinds ?? [], application.papers, dayOf(serverNow(), timeZone))
  const missing = [
    ...papers
      .filter(isWanted)
      .map(({ kind }) => paperName(kind, t(`papers:paper.${kind.id}` as 'papers:paper.license'))),
    ...application.carMissing.map((name) => t(`fields.${name}`))
  ]
  return (
    <>
      {kinds && (
        <Alert tone={missing.length > 0 ? 'warn' : 'ok'}>
          {missing.length > 0 ? t('sent.missing', { papers: formatList(missing, locale) }) : t('sent.complete')}
        </Alert>
      )}
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      <section aria-labelledby="papers" className="space-y-3">
        <h2 id="papers" className="text-xl font-semibold">
          {t('sent.papers')}
        </h2>
        {papers.map((paper) => (
          <PaperCard key={paper.kind.id} paper={paper} onHandIn={() => setAsked(paper.kind)} />
        ))}
      </section>
      {application.carMissing.length > 0 && <MissingOfCar signUpId={signUpId} missing={application.carMissing} />}
      <section aria-labelledby="next" className="space-y-3">
        <h2 id="next" className="text-xl font-semibold">
          {t('sent.next')}
        </h2>
        <ol className="list-inside list-decimal space-y-3 text-sm marker:text-muted">
          {['check', 'call', 'sign_in'].map((key) => (
            <li key={key}>{t(`sent.steps.${key}`)}</li>
          ))}
        </ol>
      </section>
      {asked && <HandIn signUpId={signUpId} kind={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

interface HandInProps {
  signUpId: string
  kind: PaperKind
  onClose: () => void
}

function HandIn({ signUpId, kind, onClose }: HandInProps) {
  const { t } = useTranslation('signup')
  const submit = useCommand((paper: HandedIn) => submitPaper(signUpId, kind.id, paper), {
    done: t('sent.handed_in'),
    invalidates: () => [applicationKey(signUpId)],
    onDone: onClose
  })
  return (
    <PaperDialog
      kind={kind}
      to={() => askForUpload(signUpId, kind.id)}
      busy={submit.busy}
      error={submit.error}
      onSubmit={(paper) => void submit.run(paper)}
      onClose={onClose}
    />
  )
}
