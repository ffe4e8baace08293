import { ArrowLeft, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useErrorText } from '@/lib/use-error-text'
import type { ZoneEditor } from '../hooks/use-zone-editor'
import { DeleteDialog } from './delete-dialog'
import { ZoneFields } from './zone-form'

interface ZonePanelProps {
  editor: ZoneEditor
  /** Null for a new one. */
  name: string | null
  carTypes: readonly { id: string; name: string }[]
  onBack: () => void
}

/** One zone: how its area stands, its fields, and taking it away. */
export function ZonePanel({ editor, name, carTypes, onBack }: ZonePanelProps) {
  const { t } = useTranslation('zones')
  const errorText = useErrorText()
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-2">
        <Button variant="ghost" size="icon" aria-label={t('back')} onClick={onBack} className="-ms-2.5">
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Button>
        <h1 dir="auto" className="min-w-0 flex-1 truncate text-xl font-semibold">
          {name ?? t('new')}
        </h1>
        {name !== null && <DeleteDialog name={name} busy={editor.work === 'deleting'} onDelete={editor.remove} />}
      </div>
      <AreaState editor={editor} />
      {editor.error && <Alert tone="bad">{errorText(editor.error)}</Alert>}
      <ZoneFields editor={editor} carTypes={carTypes} />
    </div>
  )
}

/** What to do on the map next, and why the last step was not taken. */
function AreaState({ editor }: { editor: ZoneEditor }) {
  const { t } = useTranslation('zones')
  const { draft, isShapeEditable, isUnfinished } = editor
  if (!isShapeEditable) return <Alert>{t('area.fixed')}</Alert>
  const count = draft.corners.length
  const text = draft.closed ? t('area.closed', { count }) : count === 0 ? t('area.start') : t('area.open', { count })
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm text-pretty text-muted">
        {text}
      </p>
      {draft.refused && <Alert tone="warn">{t(`area.${draft.refused}`)}</Alert>}
      {isUnfinished && !draft.refused && <Alert tone="bad">{t('area.unfinished')}</Alert>}
    </div>
  )
}

/** Within the thumb's reach: finish the area first, then save. */
export function ZoneActions({ editor, onBack }: { editor: ZoneEditor; onBack: () => void }) {
  const { t } = useTranslation('zones')
  const { draft, step, save, work, isShapeEditable } = editor
  const isDrawing = isShapeEditable && !draft.closed
  return (
    <div className="flex items-center gap-2">
      <Button variant="ghost" onClick={onBack}>
        {t('common:cancel')}
      </Button>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('undo')}
        disabled={draft.past.length === 0}
        onClick={() => step({ do: 'undo' })}
      >
        <Undo2 aria-hidden className="rtl:-scale-x-100" />
      </Button>
      <span className="flex-1" />
      {isDrawing ? (
        <Button variant="accent" disabled={draft.corners.length < 3} onClick={() => step({ do: 'close' })}>
          {t('finish')}
        </Button>
      ) : (
        <Button variant="accent" busy={work === 'saving'} onClick={() => void save()}>
          {t('common:save')}
        </Button>
      )}
    </div>
  )
}
