import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface FactsProps {
  facts: readonly [label: string, value: ReactNode][]
  className?: string
}

/** A list of facts with their labels. Facts without a value are left out; if none has a value, nothing is rendered. */
export function Facts({ facts, className }: FactsProps) {
  const known = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <dl className={cn('space-y-2', className)}>
      {known.map(([label, value]) => (
        <div key={label} className="flex gap-4">
          <dt className="flex-1 text-muted">{label}</dt>
          <dd dir="auto" className="text-end font-medium break-words tabular">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
