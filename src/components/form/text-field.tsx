import { controlClasses } from '@/components/ui/control-classes'
import { cn } from '@/lib/utils'
import { useFormContext } from './form-context'
import { BoundField, type FormFieldProps } from './form-field'
import { textLimitOf } from './schema'

interface TextFieldProps extends FormFieldProps {
  /** The column, if the field has another name. */
  limit?: number
  /** Multi-line. */
  lines?: number
  autoComplete?: string
  type?: 'text' | 'email' | 'tel' | 'url'
}

/** A text, with the database's limit of the column. */
export function TextField({ limit, lines, autoComplete = 'off', type = 'text', ...props }: TextFieldProps) {
  const { table } = useFormContext()
  return (
    <BoundField {...props} limit={limit ?? textLimitOf(table, props.name)}>
      {({ value, onChange, ...control }) => {
        const common = {
          ...control,
          value: String(value ?? ''),
          dir: 'auto' as const,
          autoComplete,
          onChange: (event: { target: { value: string } }) => onChange(event.target.value)
        }
        return lines ? (
          <textarea {...common} rows={lines} className={cn(controlClasses, 'h-auto py-2 md:h-auto')} />
        ) : (
          <input {...common} type={type} className={controlClasses} />
        )
      }}
    </BoundField>
  )
}
