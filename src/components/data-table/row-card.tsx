import type { ReactNode } from 'react'

const partClasses = "relative max-w-full ps-4 before:absolute before:start-1.5 before:content-['·'/'']"

interface RowCardProps {
  title: ReactNode
  /** Shown beside the title: the row's state. */
  badge?: ReactNode
  /** Content between the title and the line of facts (`parts`). */
  children?: ReactNode
  /** Facts in one line, such as the time and the person; missing ones are omitted. */
  parts: readonly (string | null | undefined)[]
  /** Shown at the end of the line of facts, such as the amount. */
  figure?: ReactNode
}

/**
 * A card for a row on a phone, which tables use for their `card`. Each fact keeps its own text direction. A long fact
 * continues on a second line, and is cut at the end of the second line.
 */
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
          {/*
             Each part begins with a dot. The dot of the first part in each line lies outside of the clipped area, so it is
             invisible.
          */}
          <p className="-ms-4 flex flex-wrap">
            {parts.filter(Boolean).map((part) => (
              <span key={part} className={partClasses}>
                <bdi className="line-clamp-2 break-words">{part}</bdi>
              </span>
            ))}
          </p>
        </div>
        {figure && <span className="shrink-0 font-semibold text-ink tabular">{figure}</span>}
      </div>
    </article>
  )
}
