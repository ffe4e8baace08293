import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '@/lib/utils'

const looks = {
  info: { icon: Info, classes: 'bg-info-soft text-info' },
  ok: { icon: CircleCheck, classes: 'bg-ok-soft text-ok' },
  warn: { icon: TriangleAlert, classes: 'bg-warn-soft text-warn' },
  bad: { icon: CircleAlert, classes: 'bg-bad-soft text-bad' }
}

interface AlertProps extends ComponentProps<'div'> {
  tone?: keyof typeof looks
  /** A button for what the person can do now, such as trying again. */
  action?: ReactNode
}

/** A notice within the content of a page. A screen reader announces the tone `bad` at once, and the other tones in a pause. */
export function Alert({ tone = 'info', action, className, children, ...props }: AlertProps) {
  const { icon: Icon, classes } = looks[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2.5 rounded-control px-3.5 py-3 text-sm', classes, className)}
      {...props}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  )
}
