import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import { isWanted, PaperCard, type PaperKind, paperName, papersOf, usePaperKinds } from '@/entities/paper'
import { useFormat } from '@/entities/settings'
import { formatList } from '@/lib/format/format-list'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { useDocuments } from '../queries'

/** Loads the file upload, the date field and the form texts on demand, because a driver needs them about once a year. */
const HandIn = lazy(() => import('./hand-in-form').then((part) => ({ default: part.HandInForm })))

interface OwnPapersProps {
  driverId: string
  /** Called when a paper was handed in. */
  onHandedIn?: () => void
}

/** The driver's papers with what is missing of them, and the form that hands one in. */
export function OwnPapers({ driverId, onHandedIn }: OwnPapersProps) {
  const { t } = useTranslation(['driver_car', 'papers'])
  const { timeZone, locale } = useFormat()
  const documents = useDocuments(driverId)
  const kinds = usePaperKinds()
  const [asked, setAsked] = useState<PaperKind | null>(null)
  const error = documents.error ?? kinds.error
  const papers = documents.data && kinds.data && papersOf(kinds.data, documents.data, dayOf(serverNow(), timeZone))
  const wanted = papers?.filter(isWanted) ?? []
  const retry = () => {
    void documents.mutate()
    void kinds.mutate()
  }
  const close = () => {
    setAsked(null)
    onHandedIn?.()
  }
  return (
    <div className="space-y-3">
      {error ? <ErrorBanner error={error} onRetry={retry} /> : null}
      {papers && (
        <Alert tone={wanted.length > 0 ? 'warn' : 'ok'}>
          {wanted.length > 0
            ? t('wanted', {
                papers: formatList(
                  wanted.map(({ kind }) => paperName(kind, t(`papers:paper.${kind.id}` as 'papers:paper.license'))),
                  locale
                )
              })
            : t('complete')}
        </Alert>
      )}
      {!papers && !error && <Skeleton className="h-40 rounded-card" />}
      {papers?.map((paper) => (
        <PaperCard key={paper.kind.id} paper={paper} onHandIn={() => setAsked(paper.kind)} />
      ))}
      {asked && (
        <Suspense>
          <HandIn driverId={driverId} kind={asked} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
