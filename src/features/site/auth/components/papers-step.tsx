import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ErrorBanner } from '@/components/ui/error-state'
import { Skeleton } from '@/components/ui/skeleton'
import {
  isWanted,
  type Paper,
  PaperCard,
  PaperDialog,
  type PaperKind,
  paperName,
  usePaperKinds
} from '@/entities/paper'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { formatList } from '@/lib/format/format-list'
import type { SignUp } from '../hooks/use-sign-up'
import type { StoredForm } from '../model/sign-up'
import { Problem } from './problem'

const asPaper = (kind: PaperKind, papers: StoredForm['papers'] = []): Paper => {
  const given = papers.find((paper) => paper.kind === kind.id)
  return {
    kind,
    state: given ? 'ready' : 'missing',
    number: given?.number ?? '',
    until: given?.expiresOn ?? null,
    isWaiting: false,
    path: null,
    isUnreadable: false,
    refusal: null
  }
}

/**
 * The step of the sign-up in which a driver uploads documents (papers). They are stored in the driver's own folder, which needs
 * a session: the entered one-time code has started it. Missing documents can be submitted later.
 */
export function PapersStep({ signUp: { kept, finishing, forget, addPaper } }: { signUp: SignUp }) {
  const { t } = useTranslation(['signup', 'papers'])
  const { locale } = useFormat()
  const { user } = useSession()
  const [asked, setAsked] = useState<PaperKind | null>(null)
  const { data: kinds, error, mutate } = usePaperKinds()
  const papers = (kinds ?? []).filter(({ active }) => active).map((kind) => asPaper(kind, kept?.papers))
  const open = papers
    .filter(isWanted)
    .map(({ kind }) => paperName(kind, t(`papers:paper.${kind.id}` as 'papers:paper.license')))
  return (
    <div className="space-y-5">
      <section aria-labelledby="papers" className="space-y-3">
        <h2 id="papers" className="sr-only">
          {t('sent.papers')}
        </h2>
        {!kinds &&
          (error ? (
            <ErrorBanner error={error} onRetry={() => void mutate()} />
          ) : (
            <Skeleton className="h-40 rounded-card" />
          ))}
        {papers.map((paper) => (
          <PaperCard key={paper.kind.id} paper={paper} onHandIn={() => setAsked(paper.kind)} />
        ))}
      </section>
      {open.length > 0 && (
        <p className="text-sm text-pretty text-muted">{t('papers.open', { papers: formatList(open, locale) })}</p>
      )}
      <Problem of={finishing} />
      <Button variant="accent" size="lg" className="w-full" busy={finishing.busy} onClick={() => void finishing.run()}>
        {t('papers.send')}
      </Button>
      <Button variant="ghost" size="lg" className="w-full" onClick={forget}>
        {t('papers.later')}
      </Button>
      {asked && user && (
        <PaperDialog
          kind={asked}
          to={user.id}
          busy={false}
          error={null}
          onSubmit={(paper) => {
            addPaper({ kind: asked.id, ...paper })
            setAsked(null)
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}
