import { type ReactNode, useId } from 'react'

interface SectionProps {
  title: string
  /** What the section is for, in one sentence. */
  text?: string
  children: ReactNode
}

/** A section of a page, separated from the one above by a line. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="space-y-4 border-t border-line pt-8">
      <div>
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 text-sm text-pretty text-muted">{text}</p>}
      </div>
      {children}
    </section>
  )
}
