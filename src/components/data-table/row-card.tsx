import type { ReactNode } from 'react'

const partClasses = "relative max-w-full truncate ps-4 before:absolute before:start-1.5 before:content-['·'/'']"

interface RowCardProps {
  title: ReactNode
  /** Beside the title: a state. */
  badge?: ReactNode
  /** Between the title and the parts. */
  children?: ReactNode
  /** When, who, how; missing ones are omitted. */
  parts: readonly (string | null | undefined)[]
  /** At the end: the amount. */
  figure?: ReactNode
}

/** The default layout of a row on a phone. Each part keeps its own direction, so a name is not cut at its start. */
export function RowCard({ title, badge, children, parts, figure }: RowCardProps) {
  return (
    <article className="text-sm">
      <p className="flex items-center gap-3">
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {title}
        </span>
        {badge}
      </p>
      {children}
      <div className="mt-1 flex gap-3 text-muted">
        <div className="min-w-0 flex-1 overflow-hidden">
          {/* The dot before the first part of each line is outside of the clipped area. */}
          <p className="-ms-4 flex flex-wrap">
            {parts.filter(Boolean).map((part) => (
              <span key={part} className={partClasses}>
                <bdi>{part}</bdi>
              </span>
            ))}
          </p>
        </div>
        {figure && <span className="shrink-0 font-semibold text-ink tabular">{figure}</span>}
      </div>
    </article>
  )
}
