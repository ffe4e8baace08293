import { Switch as SwitchPrimitive } from 'radix-ui'

interface SwitchProps {
  id: string
  checked: boolean
  onChange: (checked: boolean) => void
  onBlur?: () => void
  'aria-describedby'?: string
  'aria-invalid'?: true | undefined
}

/** On or off; the label is the caller's. */
export function Switch({ onChange, ...props }: SwitchProps) {
  return (
    <SwitchPrimitive.Root
      {...props}
      onCheckedChange={onChange}
      className="h-6 w-11 shrink-0 rounded-full bg-line-strong p-0.5 transition-colors data-[state=checked]:bg-ink"
    >
      <SwitchPrimitive.Thumb className="block size-5 rounded-full bg-paper transition-transform data-[state=checked]:translate-x-5 rtl:data-[state=checked]:-translate-x-5" />
    </SwitchPrimitive.Root>
  )
}
