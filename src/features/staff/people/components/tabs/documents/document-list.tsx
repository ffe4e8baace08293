import { useTranslation } from 'react-i18next'
import { Badge, type Tone } from '@/components/ui/badge'
import { useFormat } from '@/entities/settings'
import { writtenDay } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import type { DriverDocument } from '../../../queries'
import { useDocumentName } from './use-document-name'

const tones: Record<string, Tone> = { pending: 'info', verified: 'ok', rejected: 'bad' }

interface DocumentListProps {
  documents: readonly DriverDocument[]
  shownId: string
  onChoose: (id: string) => void
}

/** Lists all documents that a driver has submitted, latest first. */
export function DocumentList({ documents, shownId, onChoose }: DocumentListProps) {
  const { t } = useTranslation('people')
  const { locale } = useFormat()
  const nameOf = useDocumentName()
  return (
    <section aria-labelledby="documents">
      <h2 id="documents" className="mb-2 text-sm font-semibold">
        {t('documents.all')}
      </h2>
      <ul className="space-y-1">
        {documents.map((document) => (
          <li key={document.id}>
            <button
              type="button"
              aria-current={document.id === shownId}
              onClick={() => onChoose(document.id)}
              className={cn(
                'flex w-full items-center gap-3 rounded-control border px-3 py-2 text-start text-sm hover:bg-soft',
                document.id === shownId ? 'border-ink' : 'border-line'
              )}
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{nameOf(document.kind)}</span>
                {document.expires_on && (
                  <span className="block text-muted">
                    {t('documents.until', { day: writtenDay(document.expires_on, locale) })}
                  </span>
                )}
              </span>
              <DocumentState document={document} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

export function DocumentState({ document: { status, unreadable } }: { document: DriverDocument }) {
  const { t } = useTranslation('people')
  return <Badge tone={tones[status] ?? 'neutral'}>{t(`documents.state.${unreadable ? 'unreadable' : status}`)}</Badge>
}
