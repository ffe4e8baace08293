import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A group of fields: its title and description at the start side, the fields beside them (on a phone below them). */
export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-3 border-b border-line px-4 py-5 last:border-b-0 md:px-6 lg:grid-cols-[10rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {lead && <p className="text-sm text-pretty text-muted">{lead}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-2 gap-x-3 gap-y-4 sm:grid-cols-3">{children}</div>
    </section>
  )
}
