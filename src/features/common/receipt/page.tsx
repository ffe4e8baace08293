import { ArrowLeft, Download, FileX, Mail, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Loading } from '@/components/ui/loading'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { sendReceipt } from './commands'
import { Paper } from './components/paper'
import { type ReceiptDocument, saveReceipt, useReceipts } from './queries'

/** The page of a trip's receipt and credit notes, with buttons to download, print and email them. */
export function ReceiptPage() {
  const { t } = useTranslation('receipt')
  const { id = '' } = useParams()
  const { data: papers, error, mutate } = useReceipts(id)
  const errorText = useErrorText()
  const [first] = papers ?? []
  return (
    <main id="main" className="mx-auto w-full max-w-2xl px-4 py-6 md:py-10 print:max-w-none print:p-0">
      <Button asChild variant="ghost" className="-ms-3 print:hidden">
        <Link to={paths.booking(id)}>
          <ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />
          {t('back')}
        </Link>
      </Button>
      {first && <Actions paper={first} />}
      {!papers && !error && (
        <Loading label={t('loading')}>
          <Skeleton className="mt-4 h-[32rem] rounded-card" />
        </Loading>
      )}
      {!papers && error ? (
        <EmptyState
          icon={FileX}
          heading="h1"
          title={errorText(error)}
          action={<Button onClick={() => void mutate()}>{t('common:retry')}</Button>}
        />
      ) : null}
      {papers?.length === 0 && <Waiting />}
      <div className="mt-4 space-y-6 print:mt-0">
        {papers?.map((paper, index) => (
          <Paper key={paper.id} paper={paper} heading={index === 0 ? 'h1' : 'h2'} />
        ))}
      </div>
    </main>
  )
}

function Waiting() {
  const { t } = useTranslation('receipt')
  return (
    <div role="status" className="mt-4 rounded-card border border-line bg-card p-6 text-pretty">
      <h1 className="text-lg font-semibold">{t('waiting')}</h1>
      <p className="mt-1 text-muted">{t('none')}</p>
    </div>
  )
}

function Actions({ paper }: { paper: ReceiptDocument }) {
  const { t } = useTranslation('receipt')
  const { role } = useSession()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const save = useCommand(() => saveReceipt(paper))
  const send = useCommand(() => sendReceipt(paper.booking_id), { onDone: setSentTo })
  const error = save.error ?? send.error
  const errorText = useErrorText()
  return (
    <section aria-label={t('actions')} className="mt-3 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button variant="accent" className="flex-1 sm:flex-none" busy={save.busy} onClick={() => void save.run()}>
          <Download aria-hidden className="size-4" />
          {t('download')}
        </Button>
        {role === 'rider' && (
          <Button className="flex-1 sm:flex-none" busy={send.busy} onClick={() => void send.run()}>
            <Mail aria-hidden className="size-4" />
            {t('send')}
          </Button>
        )}
        <Button className="max-sm:hidden" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
          {t('print')}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {sentTo && !send.error ? t('sent', { email: sentTo }) : ''}
      </p>
      {error && (
        <Alert tone="bad" className="mt-2">
          {errorText(error)}
        </Alert>
      )}
    </section>
  )
}
