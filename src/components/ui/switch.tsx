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
      // The element is as high as a finger needs; what is drawn is smaller, and takes no more room in its row.
      className="relative -my-2.5 size-11 shrink-0 cursor-pointer appearance-none rounded-control before:absolute before:inset-x-0 before:inset-y-2.5 before:rounded-full before:bg-line-strong before:transition-colors checked:before:bg-ink after:absolute after:start-0.5 after:top-3 after:size-5 after:rounded-full after:bg-paper after:transition-transform checked:after:translate-x-5 rtl:checked:after:-translate-x-5"
    />
  )
}
