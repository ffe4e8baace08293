import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'

export function Skeleton({ className, ...props }: ComponentProps<'div'>) {
  return <div aria-hidden className={cn('animate-pulse rounded-control bg-soft', className)} {...props} />
}

interface LoadingProps {
  /** What is loading, for screen readers. The default is "Loading". */
  label?: string
  className?: string
  /** The skeletons. */
  children: ReactNode
}

/** Skeletons in place of content that loads. Screen readers announce `label` instead. */
export function Loading({ label, className, children }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? t('loading')}</span>
      {children}
    </div>
  )
}
