import { type ReactNode, useMemo, useRef } from 'react'
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
  const submit = () => {
    if (!form.busy) void form.save().then((isSaved) => isSaved || jump())
  }
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
      <LeaveDialog isKept open={form.guard.asks} onStay={form.guard.stay} onLeave={form.guard.leave} />
    </FormContext.Provider>
  )
}
