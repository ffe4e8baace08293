import { type ComponentProps, useState } from 'react'
import { cn } from '@/lib/utils'
import { controlClasses } from './control-classes'

interface TypedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** The parsed value, or the typed text if it cannot be parsed. */
  value: string
  onChange: (value: string) => void
  /** Parses the typed text; null if it is invalid. */
  read: (text: string) => string | null
  /** Formats the value for the field. */
  write: (value: string) => string
  /**
   * Adjusts the text after each key press, for example by adding direction marks. Not called while the person types in the
   * middle of the text, because that would move the cursor.
   */
  marked?: (text: string) => string
}

/**
 * A field for values that can be written in several ways, such as dates. The typed text stays until the field is left; then the
 * field shows the standard form.
 */
export function TypedInput({ value, onChange, onBlur, read, write, marked, className, ...control }: TypedInputProps) {
  const [typed, setTyped] = useState<{ text: string; of: string } | null>(null)
  return (
    <input
      {...control}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={typed?.of === value ? typed.text : write(value)}
      onChange={({ target }) => {
        const isAtEnd = target.selectionStart === target.value.length
        const text = marked && isAtEnd ? marked(target.value) : target.value
        const next = read(text) ?? text.trim()
        setTyped({ text, of: next })
        onChange(next)
      }}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      className={cn(controlClasses, className)}
    />
  )
}
