import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface LoadingProps {
  /** What is loading, for screen readers. The default is "Loading". */
  label?: string
  className?: string
  /** The skeletons. */
  children: ReactNode
}

/**
 * Skeletons in place of content that loads. Screen readers announce `label` instead. The page of a shared trip must not use
 * this component: the build would then put the component into the file that every page loads first.
 */
export function Loading({ label, className, children }: LoadingProps) {
  const { t } = useTranslation()
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label ?? t('loading')}</span>
      {children}
    </div>
  )
}
