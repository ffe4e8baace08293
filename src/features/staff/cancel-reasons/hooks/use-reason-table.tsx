import { CircleSlash, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableDefinition } from '@/components/data-table'
import { rowOrder } from '@/components/data-table/order'
import { TranslateLink } from '@/components/translate-link'
import { Alert } from '@/components/ui/alert'
import { useIsDemo } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'
import { addReason, changeReason, deleteReason, orderReasons } from '../commands'
import { AUDIENCES, type CancelReason, reasonSource } from '../queries'

/** Rows per page (section 9 of the specification). */
export const PAGE_SIZE = 10

/** The reason whose deletion is being confirmed. */
export interface Deletion {
  reason: CancelReason
  onDone: () => void
}

/** Defines the table of cancel reasons; it is read-only in a demo. */
export function useReasonTable(onDelete: (asked: Deletion) => void): TableDefinition<CancelReason> {
  const { t } = useTranslation('cancelreasons')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  return useMemo(() => {
    const limit = textLimits.cancel_reasons.label
    const definition: TableDefinition<CancelReason> = {
      id: 'cancelreasons',
      label: t('title'),
      columns: [
        // Positions are shown from 1, while the database counts from 0.
        { id: 'place', label: t('place'), value: ({ value }) => value + 1, kind: 'number', width: 72 },
        {
          id: 'label',
          label: t('label'),
          value: ({ label }) => label,
          sortable: true,
          width: 480,
          editor: {
            type: 'text',
            limit,
            required: 'reason_required',
            canEdit: () => !isDemo,
            save: (reason, label) => changeReason(reason, { label: String(label).trim() })
          }
        },
        {
          id: 'audience',
          label: t('audience'),
          value: ({ audience }) => t(`audiences.${audience}` as 'audiences.rider'),
          width: 160,
          editor: {
            type: 'choice',
            options: AUDIENCES.map((value) => ({ value, label: t(`audiences.${value}`) })),
            canEdit: () => !isDemo,
            save: (reason, audience) => changeReason(reason, { audience: String(audience) })
          }
        }
      ],
      search: t('search'),
      source: reasonSource,
      order: rowOrder(orderReasons, isDemo),
      pageSize: PAGE_SIZE,
      rowId: ({ id }) => id,
      rowName: ({ label }) => label,
      bulk: [],
      card: ({ label, audience, value }) => (
        <p className="flex gap-3 text-sm">
          <span className="w-6 shrink-0 text-end text-muted tabular">{value + 1}</span>
          <span dir="auto" className="min-w-0 flex-1 break-words">
            {label}
          </span>
          <span className="shrink-0 text-muted">{t(`audiences.${audience}` as 'audiences.rider')}</span>
        </p>
      ),
      empty: { title: t('no_cancel_reason'), hint: t('empty'), icon: CircleSlash },
      live: { topic: 'catalogue', events: ['cancel_reasons'] }
    }
    if (isDemo) return { ...definition, above: <Alert className="mx-4 mb-3 md:mx-6">{errorText('demo_mode')}</Alert> }
    const remove = { id: 'delete', label: t('delete'), icon: Trash2, isDanger: true }
    return {
      ...definition,
      above: <TranslateLink className="mx-4 mb-3 md:mx-6" />,
      newRow: { label: t('new'), button: t('add'), limit, required: 'reason_required', add: addReason },
      actions: (reason, { refresh }) => [
        { ...remove, onSelect: () => onDelete({ reason, onDone: () => void refresh() }) }
      ],
      bulk: [{ ...remove, question: (count) => t('question', { count }), run: deleteReason }]
    }
  }, [t, errorText, isDemo, onDelete])
}
