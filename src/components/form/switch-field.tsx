import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Switch } from '@/components/ui/switch'
import { cn } from '@/lib/utils'
import { useField, useFieldWords } from './form-context'
import { ChangeMark, type FormFieldProps } from './form-field'

/** A switch with its label and an explanation. */
export function SwitchField({ name, label, hint, className }: FormFieldProps) {
  const { t } = useTranslation('form')
  const id = useId()
  const { value, isChanged, stored, change } = useField(name)
  const show = (on: unknown) => t(on ? 'on' : 'off')
  useFieldWords(name, label, show)
  return (
    <div className={cn('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <span className="flex items-baseline gap-2">
          <label htmlFor={id} className="text-sm font-medium">
            {label}
          </label>
          {isChanged && <ChangeMark was={stored && show(stored.value)} />}
        </span>
        {hint && (
          <p id={`${id}-note`} className="text-sm text-pretty text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch
        id={id}
        checked={value === true}
        onChange={change}
        {...(hint ? { 'aria-describedby': `${id}-note` } : {})}
      />
    </div>
  )
}
