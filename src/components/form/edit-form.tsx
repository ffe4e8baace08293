import { type ReactNode, useEffect, useMemo, useReducer, useRef } from 'react'
import { Alert } from '@/components/ui/alert'
import { focusFirstError } from '@/lib/focus'
import { useErrorText } from '@/lib/use-error-text'
import { ConflictBar } from './conflict-bar'
import { DraftOffer } from './draft-offer'
import { type FieldWords, FormContext } from './form-context'
import { LeaveDialog } from './leave-dialog'
import { SaveBar } from './save-bar'
import type { EditFormState } from './use-edit-form'
import { useSaveKey } from './use-save-key'

interface EditFormProps {
  form: EditFormState
  /** Whose columns the fields are: their limits are the database's. */
  table: string
  /** Names the form to a screen reader. */
  label: string
  /** Names the button that makes a new one. */
  create: string
  /** In the bar that saves, above its button: what the changes lead to. */
  summary?: ReactNode
  children: ReactNode
  className?: string
}

/** The frame of a form: what others changed, what was left here before, the fields, and the bar that saves. */
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

/** Saves; what is typed and saved while an answer is on its way goes out after it. */
function useSubmit(form: EditFormState, onRefused: () => void): () => void {
  const isSaving = useRef(false)
  const isWanted = useRef(false)
  const [turn, takeTurn] = useReducer((count: number) => count + 1, 0)
  const submit = async () => {
    // Not what was drawn last: it still says busy for a moment after the answer, and a press then would be lost.
    isWanted.current = isSaving.current
    if (isSaving.current) return
    isSaving.current = true
    const isDone = await form.save()
    isSaving.current = false
    if (!isDone) onRefused()
    else if (isWanted.current) takeTurn()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each turn, with the form as it is then
  useEffect(() => {
    if (turn > 0 && form.isDirty) void submit()
  }, [turn])
  return () => void submit()
}
