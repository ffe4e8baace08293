import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface PageFrameProps {
  title: string
  /** A paragraph below the title. */
  lead?: ReactNode
  /** `column` for text and forms; `full` is as wide as the header. */
  width?: 'full' | 'column'
  children?: ReactNode
}

/** The frame of a page without a map: the heading, and margins that are aligned with header and footer. */
export function PageFrame({ title, lead, width = 'full', children }: PageFrameProps) {
  return (
    <main id="main" className={cn('w-full px-4 py-8 md:px-6 md:py-10', width === 'column' && 'mx-auto max-w-2xl')}>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {lead && <p className="mt-2 text-base text-pretty text-muted">{lead}</p>}
      {children}
    </main>
  )
}
