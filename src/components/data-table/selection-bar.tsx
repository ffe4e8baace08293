import { Download, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Kbd } from '@/components/ui/kbd'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { cn } from '@/lib/utils'
import { lazyGeneric } from './lazy-generic'
import type { BulkAction, BulkDialogAction } from './types'
import type { TableModel } from './use-data-table'

const BulkDialog = lazyGeneric(() => import('./bulk/bulk-dialog').then((part) => part.BulkDialog))
const ExportDialog = lazyGeneric(() => import('./export/export-dialog').then((part) => part.ExportDialog))

const buttonClasses =
  'inline-flex h-9 items-center gap-2 rounded-control px-3 text-sm font-medium whitespace-nowrap hover:bg-paper/15 focus-visible:outline-paper [&_svg]:size-4'

/** The bar with the actions on the selected rows. */
export function SelectionBar<Row>({ model }: { model: TableModel<Row> }) {
  const { t } = useTranslation('table')
  const [asked, setAsked] = useState<BulkAction<Row> | BulkDialogAction<Row> | 'export' | null>(null)
  const { selection, rows, pager, definition } = model
  if (!selection || (selection.count === 0 && asked === null)) return null
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 bottom-12 z-30 flex justify-center px-3">
        <div
          role="toolbar"
          aria-label={t('select.actions')}
          className="pointer-events-auto flex max-w-full items-center gap-1 overflow-x-auto rounded-card bg-ink p-1.5 text-paper"
        >
          <span role="status" className="px-3 text-sm font-semibold whitespace-nowrap tabular">
            {selection.isEverything ? t('select.everything_done') : t('select.count', { count: selection.count })}
          </span>
          {selection.isPage && (rows.hasMore || (pager?.last ?? 0) > 0) && !selection.isEverything && (
            <button type="button" className={cn(buttonClasses, 'font-normal')} onClick={selection.selectEverything}>
              {t('select.everything')}
            </button>
          )}
          {definition.bulk?.map((action) => (
            <BulkButton key={action.id} action={action} onPress={() => setAsked(action)} />
          ))}
          <button type="button" className={buttonClasses} onClick={() => setAsked('export')}>
            <Download aria-hidden />
            {t('export.open')}
          </button>
          <button
            type="button"
            aria-label={t('select.none')}
            className={cn(buttonClasses, 'px-2')}
            onClick={selection.clear}
          >
            <X aria-hidden />
          </button>
        </div>
      </div>
      <Suspense>
        {asked === 'export' && (
          <ExportDialog
            model={model}
            rows={selection.isEverything ? undefined : model.selectedRows}
            onClose={() => setAsked(null)}
          />
        )}
        {asked !== null &&
          asked !== 'export' &&
          ('dialog' in asked ? (
            asked.dialog(model.selectedRows, () => setAsked(null))
          ) : (
            <BulkDialog model={model} action={asked} onClose={() => setAsked(null)} />
          ))}
      </Suspense>
    </>
  )
}

interface BulkButtonProps {
  action: Pick<BulkAction<never>, 'label' | 'icon' | 'keys'>
  onPress: () => void
}

function BulkButton({ action: { label, icon: Icon, keys }, onPress }: BulkButtonProps) {
  const { t } = useTranslation()
  useShortcut({
    ...(keys && { keys }),
    label,
    group: t('shell:shortcuts.table'),
    run: onPress,
    isOff: keys === undefined
  })
  return (
    <button type="button" aria-keyshortcuts={keys && ariaKeys(keys)} className={buttonClasses} onClick={onPress}>
      {Icon && <Icon aria-hidden />}
      {label}
      {keys && <Kbd keys={keys} className="max-lg:hidden" />}
    </button>
  )
}
