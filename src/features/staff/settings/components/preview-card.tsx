import type { ReactNode } from 'react'

interface PreviewCardProps {
  title: string
  /** An element beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** A card of the preview beside the settings. */
export function PreviewCard({ title, action, children }: PreviewCardProps) {
  return (
    <div className="rounded-card border border-line bg-card">
      <div className="flex min-h-9 items-center justify-between gap-2 border-b border-line ps-4 pe-1.5">
        <h3 className="text-sm text-muted">{title}</h3>
        {action}
      </div>
      <div className="px-4 py-2 text-sm">{children}</div>
    </div>
  )
}
