import { FileBadge, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, RowCard, type TableDefinition } from '@/components/data-table'
import { rowOrder } from '@/components/data-table/order'
import { TranslateLink } from '@/components/translate-link'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { paperName } from '@/entities/paper'
import { useTableHost } from '@/entities/person'
import { useFormat, useIsDemo } from '@/entities/settings'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { orderPaperKinds } from './commands'
import { PaperKindDialog } from './components/paper-kind-dialog'
import { useStandardName } from './hooks/use-standard-name'
import { type PaperKindRow, paperKindSource } from './queries'

/** The page of the papers that drivers hand in: which there are, and which drivers need to work. */
export function PaperKindsPage() {
  const host = useTableHost()
  const [edited, edit] = useState<PaperKindRow | 'new' | null>(null)
  // A counter that increases after each save, so that the list is read again and shows the change at once.
  const [version, setVersion] = useState(0)
  const definition = usePaperKindTable(edit)
  return (
    <main id="main" className="h-[calc(100svh-var(--bar,4.5rem))] min-h-[30rem]">
      <DataTable key={version} definition={definition} host={host} />
      {edited && (
        <PaperKindDialog
          kind={edited === 'new' ? null : edited}
          onClose={() => edit(null)}
          onDone={() => {
            edit(null)
            setVersion((now) => now + 1)
          }}
        />
      )}
    </main>
  )
}

type ColumnId = 'name' | 'active' | 'subject' | 'needed' | 'expiry' | 'number'

function usePaperKindTable(onEdit: (kind: PaperKindRow | 'new') => void) {
  const { t, i18n } = useTranslation('paper_kinds')
  const errorText = useErrorText()
  const isDemo = useIsDemo()
  const { locale, timeZone } = useFormat()
  const standardName = useStandardName()
  const today = dayOf(serverNow(), timeZone)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names follow the language
  return useMemo((): TableDefinition<PaperKindRow> => {
    const nameOf = (kind: PaperKindRow) => paperName(kind, standardName(kind))
    const needed = ({ active, needed_from }: PaperKindRow) =>
      active && needed_from
        ? t(needed_from <= today ? 'needed.since' : 'needed.from', { day: writtenDay(needed_from, locale) })
        : t('needed.no')
    const yes = (isOn: boolean) => t(isOn ? 'table:yes' : 'table:no')
    const state = ({ active }: PaperKindRow) => (
      <Badge tone={active ? 'ok' : 'neutral'}>{t(active ? 'on' : 'unused')}</Badge>
    )
    const column = (id: ColumnId, width: number, value: (kind: PaperKindRow) => string) => ({
      ...{ id, width, value, label: t(`column.${id}`) }
    })
    const of = ({ subject }: PaperKindRow) => t(`subject.${subject}` as 'subject.car')
    return {
      id: 'paperkinds',
      label: t('title'),
      columns: [
        column('name', 260, nameOf),
        { ...column('active', 112, ({ active }) => t(active ? 'on' : 'unused')), cell: state },
        column('subject', 112, of),
        column('needed', 200, needed),
        column('expiry', 112, ({ has_expiry }) => yes(has_expiry)),
        column('number', 120, ({ has_number }) => yes(has_number))
      ],
      search: t('search'),
      source: paperKindSource(nameOf),
      order: rowOrder(orderPaperKinds, isDemo),
      rowId: ({ id }) => id,
      rowName: nameOf,
      card: (kind) => (
        <RowCard
          title={nameOf(kind)}
          badge={state(kind)}
          parts={[of(kind), `${t('column.needed')}: ${needed(kind)}`]}
        />
      ),
      onOpen: onEdit,
      actions: (kind) => [{ id: 'edit', label: t('edit'), icon: Pencil, onSelect: () => onEdit(kind) }],
      bulk: [],
      empty: { title: t('empty'), icon: FileBadge },
      live: { topic: 'catalogue', events: ['paper_kinds'] },
      above: (
        <div className="mx-4 mb-3 space-y-2 md:mx-6">
          {isDemo && <Alert>{errorText('demo_mode')}</Alert>}
          <p className="max-w-3xl text-sm text-pretty text-muted">{t('above')}</p>
          <TranslateLink />
        </div>
      ),
      action: (
        <Button variant="accent" onClick={() => onEdit('new')}>
          <Plus aria-hidden />
          {t('new')}
        </Button>
      )
    }
  }, [t, i18n.language, errorText, isDemo, onEdit, locale, today])
}
