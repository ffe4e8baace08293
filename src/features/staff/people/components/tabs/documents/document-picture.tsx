import { Download, ImageOff, ZoomIn, ZoomOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { useIsDemo } from '@/entities/settings'
import { RENEW_MS } from '@/lib/files/use-stored-image'
import { useShortcut } from '@/lib/page/shortcuts'
import { toAppError } from '@/lib/server/errors'
import { useErrorText } from '@/lib/server/use-error-text'
import { type DriverDocument, openDocument } from '../../../queries'
import { useDocumentName } from './use-document-name'

/** Zoom levels, in percent of the available width. */
const ZOOMS = [100, 150, 200, 300, 400] as const
const FIRST = 0
/** Milliseconds after which a document is opened again whose file is being checked. */
const CHECKING_MS = 3000

/** Shows a document's picture, with zoom. */
export function DocumentPicture({ document }: { document: DriverDocument }) {
  const { t } = useTranslation('people')
  const isDemo = useIsDemo()
  const errorText = useErrorText()
  // A demo does not show documents, so no picture is requested. Each opening is recorded, so the page opens a picture again only
  // when its link has ended.
  const { data: address, error } = useSWR(
    isDemo || !document.version ? null : ['document-picture', document.id, document.version],
    ([, id]) => openDocument(id),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      // Only the check of the file ends by itself.
      shouldRetryOnError: (problem: unknown) => toAppError(problem).key === 'file_being_checked',
      errorRetryInterval: CHECKING_MS,
      dedupingInterval: RENEW_MS,
      refreshInterval: RENEW_MS
    }
  )
  const [isBroken, setBroken] = useState(false)
  const [at, setAt] = useState<number>(FIRST)
  const zoom = (by: number) => setAt((now) => Math.min(Math.max(now + by, 0), ZOOMS.length - 1))
  const group = t('tab.documents')
  useShortcut({ keys: 'i', label: t('documents.larger'), group, run: () => zoom(1) })
  useShortcut({ keys: 'o', label: t('documents.smaller'), group, run: () => zoom(-1) })
  const kind = useDocumentName()(document.kind)
  return (
    <section aria-label={kind} className="flex min-w-0 flex-col bg-soft">
      <header className="flex items-center gap-2 border-b border-line bg-card px-4 py-2 text-sm md:px-6">
        <h2 className="me-auto font-semibold">{kind}</h2>
        <span className="text-muted tabular" role="status">
          {ZOOMS[at]} %
        </span>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={t('documents.smaller')}
          disabled={at === 0}
          onClick={() => zoom(-1)}
        >
          <ZoomOut aria-hidden />
        </Button>
        <Button
          size="icon-sm"
          variant="ghost"
          aria-label={t('documents.larger')}
          disabled={at === ZOOMS.length - 1}
          onClick={() => zoom(1)}
        >
          <ZoomIn aria-hidden />
        </Button>
        {address && (
          <Button asChild size="icon-sm" variant="ghost">
            <a href={`${address}&download=${document.kind}`} download aria-label={t('documents.download')}>
              <Download aria-hidden />
            </a>
          </Button>
        )}
      </header>
      {isDemo || isBroken || error || !document.version ? (
        <EmptyState
          icon={ImageOff}
          title={error ? errorText(error) : t(isDemo ? 'documents.demo' : 'documents.no_picture')}
        >
          {!isDemo && isBroken && t('documents.no_preview')}
        </EmptyState>
      ) : (
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls an enlarged picture
          tabIndex={0}
          aria-label={t('documents.picture', { kind })}
          className="min-h-72 flex-1 overflow-auto p-4 lg:max-h-[calc(100svh-15rem)]"
        >
          {address && (
            <img
              src={address}
              alt={t('documents.picture', { kind })}
              onError={() => setBroken(true)}
              className="mx-auto max-w-none rounded-control bg-card object-contain"
              style={{ width: `${ZOOMS[at]}%`, ...(at === FIRST && { maxHeight: '68svh' }) }}
            />
          )}
        </section>
      )}
    </section>
  )
}
