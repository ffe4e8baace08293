import { ArrowLeft, Undo2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { LeftHere } from '@/components/form/left-here'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import type { ZoneEditor } from '../hooks/use-zone-editor'
import { DeleteDialog } from './delete-dialog'
import { ZoneFields } from './zone-form'

interface ZonePanelProps {
  editor: ZoneEditor
  /** The zone's name; null for a new zone. */
  name: string | null
  /** The panel's heading, which takes the focus when the zone is opened. */
  heading: RefObject<HTMLHeadingElement | null>
  onBack: () => void
}

/** The id of the form. The button below the panel submits the form by this id. */
const FORM = 'zone-fields'

/** The panel of one zone: what to do with its area, its fields, and the delete button. */
export function ZonePanel({ editor, name, heading, onBack }: ZonePanelProps) {
  const { t } = useTranslation('zones')
  const errorText = useErrorText()
  return (
    <div className="space-y-5">
      <div className="flex items-center gap-2">
        <Button variant="ghost" size="icon" aria-label={t('back')} onClick={onBack} className="-ms-2.5">
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Button>
        <h1 ref={heading} tabIndex={-1} dir="auto" className="min-w-0 flex-1 truncate text-xl font-semibold">
          {name ?? t('new')}
        </h1>
        {name !== null && <DeleteDialog name={name} busy={editor.isDeleting} onDelete={editor.remove} />}
      </div>
      {editor.leftAt !== undefined && <UnsavedFrom at={editor.leftAt} onDiscard={editor.discard} />}
      <AreaState editor={editor} />
      {editor.error && <Alert tone="bad">{errorText(editor.error)}</Alert>}
      <form
        id={FORM}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          editor.save()
          focusFirstError(event.currentTarget)
        }}
      >
        <ZoneFields editor={editor} />
      </form>
    </div>
  )
}

function UnsavedFrom({ at, onDiscard }: { at: number; onDiscard: () => void }) {
  const { t } = useTranslation('form')
  const { dateTime } = useFormat()
  return (
    <LeftHere at={dateTime(new Date(at).toISOString())}>
      <Button size="sm" onClick={onDiscard}>
        {t('draft.forget')}
      </Button>
    </LeftHere>
  )
}

/** Says what to do next on the map, and why the last step was refused. */
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

interface ZoneActionsProps {
  editor: ZoneEditor
  /** The main button of the panel. */
  primary: RefObject<HTMLButtonElement | null>
  onBack: () => void
}

/** The buttons of the panel, within the thumb's reach. The main button first finishes the area; after that it saves. */
export function ZoneActions({ editor, primary, onBack }: ZoneActionsProps) {
  const { t } = useTranslation('zones')
  const { draft, step, isSaving, isShapeEditable } = editor
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
        <Button
          ref={primary}
          variant="accent"
          disabled={draft.corners.length < 3}
          onClick={(event) => {
            // After this press the same button saves. So the press must not submit the form already.
            event.preventDefault()
            step({ do: 'close' })
          }}
        >
          {t('finish')}
        </Button>
      ) : (
        <Button ref={primary} type="submit" form={FORM} variant="accent" busy={isSaving}>
          {t('common:save')}
        </Button>
      )}
    </div>
  )
}
