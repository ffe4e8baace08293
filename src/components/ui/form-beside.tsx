import { type ReactNode, useId } from 'react'

interface FormBesideProps {
  /** The form's title. */
  title: string
  form: ReactNode
  /** Shown above the form and the list: something that needs a response. */
  notice?: ReactNode
  /** The list: a data table. */
  children: ReactNode
}

/** A form beside the list of what was created with it; on a phone the form comes first, the list below. */
export function FormBeside({ title, form, notice, children }: FormBesideProps) {
  const id = useId()
  return (
    <main id="main" className="flex flex-col lg:h-[calc(100svh-var(--bar,4.5rem))] lg:min-h-[32rem]">
      {notice}
      <div className="flex min-h-0 flex-1 flex-col-reverse lg:flex-row">
        <div className="h-[85svh] min-w-0 lg:h-auto lg:flex-1">{children}</div>
        <section
          aria-labelledby={id}
          className="w-full shrink-0 border-line bg-card p-5 max-lg:border-b lg:w-[23rem] lg:overflow-y-auto lg:border-s"
        >
          <h2 id={id} className="mb-4 text-base font-semibold">
            {title}
          </h2>
          {form}
        </section>
      </div>
    </main>
  )
}
