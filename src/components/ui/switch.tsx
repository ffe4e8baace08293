interface SwitchProps {
  id: string
  checked: boolean
  onChange: (checked: boolean) => void
  onBlur?: () => void
  'aria-describedby'?: string
  'aria-invalid'?: true | undefined
}

/** A switch for on or off; the caller provides its label. */
export function Switch({ onChange, ...props }: SwitchProps) {
  return (
    <input
      {...props}
      type="checkbox"
      role="switch"
      aria-checked={props.checked}
      onChange={(event) => onChange(event.target.checked)}
      className="relative h-6 w-11 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors before:absolute before:start-0.5 before:top-0.5 before:size-5 before:rounded-full before:bg-paper before:transition-transform checked:bg-ink checked:before:translate-x-5 rtl:checked:before:-translate-x-5"
    />
  )
}
