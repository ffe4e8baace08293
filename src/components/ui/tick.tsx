import { Checkbox } from './checkbox'

interface TickProps {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A checkbox with its label beside it. */
export function Tick({ label, isOn, onChange }: TickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the label contains its checkbox
    <label className="flex min-h-6 items-center gap-3 text-sm pointer-coarse:min-h-11">
      <Checkbox checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  )
}
