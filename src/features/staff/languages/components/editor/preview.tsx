import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '@/components/ui/empty-state'
import { cn } from '@/lib/utils'
import { neighboursOf, partOf, sampleOf } from '../../model/preview-model'
import type { TextRow } from '../../model/rows'
import { MessagePreview } from './message-preview'

interface PreviewProps {
  rows: readonly TextRow[]
  chosen: string | null
  locale: string
}

/** Previews a text as on a page: among its neighbouring texts, in both text directions, with its placeholders filled in. */
export function Preview({ rows, chosen, locale }: PreviewProps) {
  const { t } = useTranslation('languages')
  const row = rows.find(({ key }) => key === chosen)
  if (!row) return <EmptyState title={t('preview.none')}>{t('preview.none_text')}</EmptyState>
  const around = neighboursOf(rows, row.key)
  const own = i18next.dir(locale)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by the keyboard
    <section aria-label={t('panes.preview')} tabIndex={0} className="flex flex-col gap-4 overflow-y-auto">
      <MessagePreview rows={rows} row={row} locale={locale} dir={own} />
      {[own, own === 'ltr' ? 'rtl' : 'ltr'].map((dir) => (
        <section key={dir} aria-label={t(`preview.${dir}`)}>
          <h2 className="mb-1.5 text-xs text-muted">{t(`preview.${dir}`)}</h2>
          <div
            dir={dir}
            lang={locale}
            className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-card p-4"
          >
            {around.map((one) => (
              <Specimen key={one.key} row={one} locale={locale} isChosen={one.key === row.key} />
            ))}
          </div>
        </section>
      ))}
    </section>
  )
}

const looks = {
  heading: 'w-full text-base font-semibold',
  button: 'rounded-control bg-soft px-3 py-2 text-sm font-semibold',
  text: 'w-full text-sm text-muted'
}

function Specimen({ row, locale, isChosen }: { row: TextRow; locale: string; isChosen: boolean }) {
  const said = sampleOf(row.key, row.text ?? row.shown, locale)
  return (
    <span
      aria-current={isChosen || undefined}
      className={cn(
        'break-words whitespace-pre-wrap',
        looks[partOf(row.key, said)],
        isChosen && 'rounded-[4px] text-ink outline-2 outline-offset-2 outline-accent-line'
      )}
    >
      {said}
    </span>
  )
}
