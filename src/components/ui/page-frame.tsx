import type { ReactNode } from 'react'
import { cn } from '@/lib/utils'

interface PageFrameProps {
  title: string
  /** What the page is about, below its title. */
  lead?: ReactNode
  /** `column` for what is read or filled in line by line; else the page begins where the header does. */
  width?: 'full' | 'column'
  children?: ReactNode
}

/** The frame of every page that is no map: one gutter with header and footer, one height for the heading. */
export function PageFrame({ title, lead, width = 'full', children }: PageFrameProps) {
  return (
    <main id="main" className={cn('w-full px-4 py-8 md:px-6 md:py-10', width === 'column' && 'mx-auto max-w-2xl')}>
      <h1 className="text-2xl font-semibold">{title}</h1>
      {lead && <p className="mt-2 text-base text-pretty text-muted">{lead}</p>}
      {children}
    </main>
  )
}
