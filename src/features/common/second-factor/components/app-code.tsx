import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { OtpInput } from '@/components/ui/otp-input'
import { focusFirstError } from '@/lib/page/focus'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { CODE_LENGTH } from '../model'

interface AppCodeProps {
  /** Checks a code; returns false if it is wrong. */
  check: (code: string) => Promise<boolean>
  onRight: () => void
  autoFocus?: boolean
  /** Further buttons beside "Confirm". */
  children?: ReactNode
}

/** The form for a code of an authenticator app. It sends itself when the last digit was entered. */
export function AppCode({ check, onRight, autoFocus = false, children }: AppCodeProps) {
  const { t } = useTranslation('second_factor')
  const errorText = useErrorText()
  const noteId = useId()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<'incomplete' | 'wrong' | null>(null)
  const checking = useCommand(check, {
    onDone: (isRight) => {
      if (isRight) return onRight()
      setCode('')
      setProblem('wrong')
    }
  })
  const edit = (next: string) => {
    setCode(next)
    setProblem(null)
    checking.reset()
  }
  const send = (entered: string) => {
    setProblem(entered.length < CODE_LENGTH ? 'incomplete' : null)
    if (entered.length === CODE_LENGTH) void checking.run(entered)
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    send(code)
    focusFirstError(event.currentTarget)
  }
  const note = checking.error ? errorText(checking.error) : problem ? t(problem) : ''
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <OtpInput
        label={t('code')}
        length={CODE_LENGTH}
        value={code}
        onChange={edit}
        onComplete={send}
        autoFocus={autoFocus}
        aria-invalid={note ? true : undefined}
        aria-describedby={noteId}
      />
      <p id={noteId} role="alert" className="text-sm text-pretty text-bad empty:hidden">
        {note}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="accent" busy={checking.busy}>
          {t('confirm')}
        </Button>
        {children}
      </div>
    </form>
  )
}
