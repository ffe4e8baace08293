import { ArrowLeft, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EditForm } from '@/components/form/edit-form'
import { FormFields } from '@/components/form/form-fields'
import { useFormRules } from '@/components/form/rules'
import type { EditFormState } from '@/components/form/use-edit-form'
import { useRowForm } from '@/components/form/use-row-form'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { readDecimal } from '@/lib/typing/decimal'
import { isTime } from '@/lib/typing/typed-time'
import { tariffWindows } from '../commands'
import type { Typed } from '../model/shown'
import type { TariffWindow, WindowContent } from '../model/window'
import { windowsKey } from '../queries'
import { contentOf, newWindow, valuesOf, type WindowForm, windowForm } from './window-form'

interface WindowEditorProps {
  /** The stored window; null for a new one. */
  stored: TariffWindow | null
  /** The part of a new window that is known: the day and the hours pressed in the week. */
  initial: Partial<WindowContent>
  /** The level of the heading. On a phone the editor replaces the week, so the editor's title is the page's heading. */
  heading: 'h1' | 'h2'
  /** Called with the typed values, which the week draws, and with null when the editor closes. */
  onTyped: (typed: Typed | null) => void
  /** Called with the id of the window when the editor closes; null if the window was deleted. */
  onClose: (id: string | null) => void
}

/** The editor of one tariff window. The week beside it shows the values as they are typed. */
export function WindowEditor({ stored, initial, heading: Heading, onTyped, onClose }: WindowEditorProps) {
  const { t } = useTranslation('tariff_times')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { form, id } = useRowForm(
    { ...windowForm, valuesOf },
    {
      initial: { ...newWindow, ...initial },
      stored,
      get: tariffWindows.get,
      save: (id, content, version) => tariffWindows.save(id, contentOf(content), version),
      invalidates: [windowsKey],
      onCreated: onClose
    }
  )
  useTyped(form, id, onTyped)
  return (
    <div className="flex min-h-full flex-col">
      <header className="flex min-h-14 items-center gap-2 border-b border-line px-4">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('close')}
          onClick={() => onClose(stored?.id ?? null)}
          className="-ms-2"
        >
          <ArrowLeft aria-hidden className="rtl:rotate-180" />
        </Button>
        <Heading ref={heading} tabIndex={-1} dir="auto" className="min-w-0 flex-1 truncate text-base font-semibold">
          {String(form.values.name || t(stored ? 'edit' : 'new'))}
        </Heading>
        {stored && (
          <DeleteWindow
            stored={stored}
            onDone={() => {
              form.guard.release()
              onClose(null)
            }}
          />
        )}
      </header>
      <EditForm
        form={form}
        table="tariff_windows"
        label={t(stored ? 'edit' : 'new')}
        create={t('create')}
        className="flex flex-1 flex-col"
      >
        <div className="flex-1 space-y-4 p-4">
          <FormFields of={windowForm} />
        </div>
      </EditForm>
    </div>
  )
}

/** Calls `onTyped` with the typed values that the week can draw, and with null when the editor closes. */
function useTyped(form: EditFormState, id: string, onTyped: (typed: Typed | null) => void) {
  const { locale } = useFormRules()
  const { values, isDirty } = form
  const figure = Number(readDecimal(String(values.figure), locale, 4) ?? Number.NaN)
  const content = JSON.stringify({ ...values, figure: Number.isNaN(figure) ? null : figure })
  useEffect(() => {
    const typed = drawable(JSON.parse(content) as WindowForm)
    onTyped({ id, isChanged: isDirty, content: contentOf(typed) })
  }, [content, id, isDirty, onTyped])
  useEffect(() => () => onTyped(null), [onTyped])
}

/** Returns the typed values. A time that is not complete yet becomes an empty text. */
function drawable(form: WindowForm): WindowForm {
  const known = (time: string) => (isTime(time) ? time : '')
  return { ...form, from_time: known(form.from_time), to_time: known(form.to_time) }
}

function DeleteWindow({ stored, onDone }: { stored: TariffWindow; onDone: () => void }) {
  const { t } = useTranslation('tariff_times')
  const { isDemo } = useFormRules()
  const [isOpen, setOpen] = useState(false)
  const deleting = useCommand(tariffWindows.remove, { invalidates: () => [windowsKey], onDone, done: t('deleted') })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="ghost" size="icon-sm" aria-label={t('delete')} className="text-bad">
          <Trash2 aria-hidden />
        </Button>
      }
      title={t('delete_title', { name: stored.name })}
      text={t('delete_text')}
      keep={t('keep')}
      confirm={t('delete')}
      busy={deleting.busy}
      disabled={isDemo}
      error={deleting.error ?? (isDemo ? new AppError('demo_mode') : null)}
      onConfirm={() => void deleting.run(stored.id)}
    />
  )
}
