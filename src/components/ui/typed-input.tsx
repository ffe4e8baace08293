import { type ComponentProps, useState } from 'react'
import { cn } from '@/lib/utils'
import { controlClasses } from './control-classes'

interface TypedInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  /** What was read, or the very text where it cannot be. */
  value: string
  onChange: (value: string) => void
  /** Null for what it cannot read. */
  read: (text: string) => string | null
  /** As it stands once the field is left. */
  write: (value: string) => string
  /** What is typed at the end of the text, as it shall stand meanwhile. */
  marked?: (text: string) => string
}

/** A field for what people write in many ways and the program in one. What is typed stays as it is until the field is left. */
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
