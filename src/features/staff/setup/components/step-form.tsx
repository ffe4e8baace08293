import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { paths } from '@/config/paths'
import { settingsKey } from '@/entities/settings'
import { type Command, useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { setupKey } from '../queries'

/** The command of a step: it saves, and opens the next step that is left. @param keys what else it changes */
export function useStep(save: () => Promise<unknown>, keys: readonly string[] = []): Command<void> {
  const navigate = useNavigate()
  return useCommand(save, {
    invalidates: () => [setupKey, settingsKey, ...keys],
    onDone: () => navigate(paths.setup)
  })
}

interface StepFormProps {
  command: Command<void>
  children: ReactNode
  /** What the button says; default: that the step is confirmed and the next one follows. */
  label?: string | undefined
  disabled?: boolean
}

/** The controls of a step with their one button. */
export function StepForm({ command, children, label, disabled = false }: StepFormProps) {
  const { t } = useTranslation('setup')
  const errorText = useErrorText()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!disabled) void command.run()
  }
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-5">
      {children}
      {command.error && <Alert tone="bad">{errorText(command.error)}</Alert>}
      <Button type="submit" variant="accent" size="lg" busy={command.busy} disabled={disabled}>
        {label ?? t('confirm')}
      </Button>
    </form>
  )
}
