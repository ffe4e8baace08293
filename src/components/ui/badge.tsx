import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { cn } from '@/lib/utils'

const badgeVariants = cva(
  'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-xs font-medium whitespace-nowrap',
  {
    variants: {
      tone: {
        neutral: 'bg-soft text-muted',
        warn: 'bg-warn-soft text-warn',
        info: 'bg-info-soft text-info',
        ok: 'bg-ok-soft text-ok',
        bad: 'bg-bad-soft text-bad'
      }
    },
    defaultVariants: { tone: 'neutral' }
  }
)

export type Tone = NonNullable<VariantProps<typeof badgeVariants>['tone']>

interface BadgeProps extends ComponentProps<'span'> {
  tone?: Tone
  /** Shows a dot before the text, in the colour of the badge's tone. */
  dot?: boolean
}

export function Badge({ className, tone, dot = false, children, ...props }: BadgeProps) {
  return (
    <span className={cn(badgeVariants({ tone }), className)} {...props}>
      {dot && <span aria-hidden className="size-1.5 shrink-0 rounded-full bg-current" />}
      {children}
    </span>
  )
}
