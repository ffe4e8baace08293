import { Check, CircleAlert, Undo2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Popover, PopoverAnchor, PopoverContent } from '@/components/ui/popover'
import { Spinner } from '@/components/ui/spinner'
import { TABLE_EDIT_PAUSE_MS } from '@/config/constants'
import { useErrorText } from '@/lib/server/use-error-text'
import { decimalsProblem, readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { isTooLong, useTooLong } from '@/lib/typing/text-limit'
import type { CellEditor, Column } from './types'
import type { CellNote, Edit, EditValue } from './use-edit'

interface EditorProps<Row> {
  edit: Edit<Row>
  /** The language by whose number format the typed text is parsed. */
  locale: string
  column: Column<Row>
  row: Row
}

const classes =
  'h-7 w-full rounded-[6px] border border-ink bg-card px-2 text-sm max-sm:h-11 max-sm:text-base text-ink outline-none ring-1 ring-ink tabular'

/** Parses the typed text into a value of the column. Returns null if the text is invalid. */
function readTyped<Row>(editor: CellEditor<Row>, typed: EditValue, locale: string): EditValue | null {
  if (editor.type === 'text') {
    const isEmpty = editor.required !== undefined && String(typed).trim() === ''
    return isEmpty || isTooLong(String(typed), editor.limit ?? Number.POSITIVE_INFINITY) ? null : typed
  }
  if (editor.type !== 'number') return typed
  const figure = readDecimal(String(typed), locale, editor.decimals ?? 0)
  const value = Number(figure)
  const isWithin = value >= (editor.min ?? 0) && value <= (editor.max ?? Number.MAX_SAFE_INTEGER)
  return figure !== null && isWithin ? value : null
}

/**
 * Renders the cell as a field. Input is saved after a pause in typing, by Enter, or when the field loses the focus. Escape
 * discards unsaved input.
 */
export function CellEditorField<Row>({ edit, locale, column, row }: EditorProps<Row>) {
  const { t } = useTranslation('table')
  const { editor } = column
  const [draft, setDraft] = useState<EditValue>(() => {
    const first = edit.draft()
    return typeof first === 'number' ? writeDecimal(first, locale) : first
  })
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  // Selects the text, so that the first typed character replaces it.
  useEffect(() => {
    field.current?.focus()
    field.current?.select?.()
    return () => clearTimeout(timer.current)
  }, [])
  const problem = useProblem(editor, draft, locale)
  if (!editor) return null

  const commit = (typed: EditValue) => {
    clearTimeout(timer.current)
    const value = readTyped(editor, typed, locale)
    if (value !== null) edit.save(row, column, value)
  }
  const change = (value: EditValue) => {
    setDraft(value)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => commit(value), TABLE_EDIT_PAUSE_MS)
  }
  const leave = () => {
    // On closing, the focus returns to the cell, unless the person has focused something else meanwhile.
    const cell = field.current?.closest('td')
    edit.close()
    requestAnimationFrame(() => document.activeElement === document.body && cell?.focus())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer.current)
    if (event.key === 'Enter') commit(draft)
    leave()
  }
  const shared = {
    ref: field,
    'data-editor': true,
    'aria-label': column.label,
    'aria-invalid': readTyped(editor, draft, locale) === null ? (true as const) : undefined,
    className: classes,
    onKeyDown,
    onBlur: () => {
      commit(draft)
      edit.close()
    }
  }
  const options =
    editor.type === 'switch'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') }
        ]
      : editor.options
  if (options) {
    const read = (text: string): EditValue => (editor.type === 'switch' ? text === 'true' : text)
    return (
      <select {...shared} value={String(draft)} onChange={(event) => change(read(event.target.value))}>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  }
  return (
    <ProblemPopover problem={problem}>
      <input
        {...shared}
        dir="auto"
        data-limit={editor.type === 'text' ? editor.limit : undefined}
        inputMode={editor.type === 'number' ? 'decimal' : 'text'}
        value={String(draft)}
        onChange={(event) => change(event.target.value)}
      />
    </ProblemPopover>
  )
}

/** Returns a sentence that says why the typed text is invalid; null if it is valid, or if the cell does not hold a text. */
function useProblem<Row>(editor: CellEditor<Row> | undefined, draft: EditValue, locale: string): string | null {
  const errorText = useErrorText()
  const tooLong = useTooLong()
  const text = String(draft)
  if (editor?.type === 'number') {
    const problem = decimalsProblem(text, locale, editor.decimals ?? 0)
    return problem && errorText(problem)
  }
  if (editor?.type !== 'text') return null
  if (editor.required && text.trim() === '') return errorText(editor.required)
  return editor.limit ? tooLong(text, editor.limit) : null
}

/** Shows a sentence below a cell, over the rows below it. */
function ProblemPopover({
  problem,
  onForget,
  children
}: {
  problem: string | null
  onForget?: () => void
  children: ReactNode
}) {
  return (
    <Popover open={problem !== null} onOpenChange={(isOpen) => !isOpen && onForget?.()}>
      <PopoverAnchor asChild>{children}</PopoverAnchor>
      {problem !== null && (
        <PopoverContent
          role="alert"
          className="w-auto max-w-72 border-bad px-3 py-2 text-bad"
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          // Keeps the focus in the cell while the message shows.
          onFocusOutside={(event) => event.preventDefault()}
        >
          {problem}
        </PopoverContent>
      )}
    </Popover>
  )
}

interface NotedProps {
  note: CellNote | undefined
  onForget: () => void
  children: ReactNode
}

/** A cell that shows how its last change went: saving, saved with an undo button, or why it was refused. */
export function NotedCell({ note, onForget, children }: NotedProps) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const isFailed = note?.state === 'failed'
  return (
    <ProblemPopover problem={isFailed ? errorText(note.error) : null} onForget={onForget}>
      <span className="flex items-center gap-1.5">
        <span className="min-w-0 flex-1">{children}</span>
        {note?.state === 'saving' && <Spinner className="size-3.5 text-muted" />}
        {note?.state === 'saved' && <Check aria-hidden className="size-3.5 text-ok" />}
        {note?.undo && (
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('edit.undo')}
            title={t('edit.undo')}
            className="grid size-6 place-items-center rounded-[6px] text-muted hover:bg-line hover:text-ink"
            onClick={note.undo}
          >
            <Undo2 aria-hidden className="size-3.5" />
          </button>
        )}
        {isFailed && <CircleAlert aria-hidden className="size-3.5 text-bad" />}
      </span>
    </ProblemPopover>
  )
}
