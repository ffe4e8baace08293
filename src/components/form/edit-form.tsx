import { type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { focusFirstError } from '@/lib/page/focus'
import { useErrorText } from '@/lib/server/use-error-text'
import { ConflictBar } from './conflict-bar'
import { DraftOffer } from './draft-offer'
import { type FieldWords, FormContext } from './form-context'
import { LeaveDialog } from './leave-dialog'
import { SaveBar } from './save-bar'
import type { EditFormState } from './use-edit-form'
import { useSaveKey } from './use-save-key'

interface EditFormProps {
  form: EditFormState
  /** The database table of the fields. Its limits for texts and numbers apply. */
  table: string
  /** The form's name for screen readers. */
  label: string
  /** The save button's label for a new row, such as "Create". */
  create: string
  /** The effect of the changes, shown in the save bar above its button. */
  summary?: ReactNode
  children: ReactNode
  className?: string
}

/** The frame of a form: messages about other people's changes, the offered draft, the fields, and the save bar. */
export function EditForm({ form, table, label, create, summary, children, className }: EditFormProps) {
  const errorText = useErrorText()
  const element = useRef<HTMLFormElement>(null)
  const words = useMemo(() => new Map<string, FieldWords>(), [])
  const jump = () => element.current && focusFirstError(element.current)
  const submit = useSubmit(form, jump)
  useSaveKey(submit)
  return (
    <FormContext.Provider value={{ form, table, words }}>
      <form
        ref={element}
        noValidate
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className={className}
      >
        <ConflictBar />
        <DraftOffer />
        {form.isDemo && !form.problem && <Alert className="m-4 md:mx-6">{errorText('demo_mode')}</Alert>}
        {form.problem && (
          <Alert tone="bad" className="m-4 md:mx-6">
            {errorText(form.problem)}
          </Alert>
        )}
        {children}
        <SaveBar create={create} onJump={jump} summary={summary} />
      </form>
      <LeaveDialog open={form.guard.asks} onStay={form.guard.stay} onLeave={form.guard.leave} />
    </FormContext.Provider>
  )
}

/**
 * Returns a function that saves the form. If the function is called while a save is running, the form is saved once more
 * afterwards if it then has unsaved changes.
 */
function useSubmit(form: EditFormState, onRefused: () => void): () => void {
  const isSaving = useRef(false)
  const isWanted = useRef(false)
  const [turn, takeTurn] = useReducer((count: number) => count + 1, 0)
  const submit = async () => {
    // Reads the ref and not the rendered state: for a moment after the response, the rendered state still says "saving", and a
    // press in that moment would be lost.
    isWanted.current = isSaving.current
    if (isSaving.current) return
    isSaving.current = true
    const isDone = await form.save()
    isSaving.current = false
    if (!isDone) onRefused()
    else if (isWanted.current) takeTurn()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new `turn` saves again, not each change of the form
  useEffect(() => {
    if (turn > 0 && form.isDirty) void submit()
  }, [turn])
  return () => void submit()
}
