import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'

interface AmountRowProps {
  label: string
  amount: number
  className?: string
}

/** A row of a description list: a label and its amount. */
export function AmountRow({ label, amount, className }: AmountRowProps) {
  const { money } = useFormat()
  return (
    <div className={cn('flex items-baseline justify-between gap-4 py-1 text-sm', className)}>
      <dt>{label}</dt>
      <dd className="shrink-0 tabular">
        <bdi>{money(amount)}</bdi>
      </dd>
    </div>
  )
}
