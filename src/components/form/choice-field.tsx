import { RadioGroup } from 'radix-ui'
import { Select } from '@/components/ui/select'
import { BoundField, type FormFieldProps } from './form-field'

interface ChoiceProps extends FormFieldProps {
  options: readonly { value: string; label: string }[]
}

const labelIn = (options: ChoiceProps['options']) => (value: unknown) =>
  options.find((option) => option.value === value)?.label ?? String(value ?? '')

/** A choice from the browser's native list: phones use their own picker, and typing finds an entry. */
export function SelectField({ options, ...props }: ChoiceProps) {
  return (
    <BoundField {...props} show={labelIn(options)}>
      {({ value, onChange, ...control }) => (
        <Select {...control} value={String(value ?? '')} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      )}
    </BoundField>
  )
}

/** Two or three choices side by side; a radio group for keyboard and screen reader. */
export function SegmentedField({ options, ...props }: ChoiceProps) {
  return (
    <BoundField {...props} show={labelIn(options)}>
      {({ value, onChange, onBlur, name: _name, ...control }) => (
        <RadioGroup.Root
          {...control}
          aria-label={props.label}
          orientation="horizontal"
          value={String(value ?? '')}
          onValueChange={onChange}
          onBlur={onBlur}
          className="flex h-11 gap-1 rounded-control bg-soft p-1 md:h-9"
        >
          {options.map((option) => (
            <RadioGroup.Item
              key={option.value}
              value={option.value}
              className="flex-1 truncate rounded-[6px] border border-transparent px-2 text-sm text-muted transition-colors hover:text-ink data-[state=checked]:border-line data-[state=checked]:bg-raised data-[state=checked]:font-semibold data-[state=checked]:text-ink"
            >
              {option.label}
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      )}
    </BoundField>
  )
}
