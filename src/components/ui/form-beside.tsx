import { type ReactNode, useId } from 'react'
import { useMedia } from '@/lib/page/use-media'
import { PageHeader } from './page-header'

interface FormBesideProps {
  /** The page's name. On a phone it is above the form; otherwise the list shows it. */
  page: string
  /** The form's heading. */
  title: string
  form: ReactNode
  /** A warning or another message that needs a reaction, shown above the form and the list. */
  notice?: ReactNode
  /** Renders the list beside the form: a data table, whose name is the page's heading unless `isPart` is true. */
  children: (isPart: boolean) => ReactNode
}

/** A form beside a list of the rows that were created with this form. On a phone, the list is below the form. */
export function FormBeside({ page, title, form, notice, children }: FormBesideProps) {
  const id = useId()
  const isBelow = useMedia('(max-width: 1023px)')
  return (
    <main id="main" className="flex flex-col lg:h-[calc(100svh-var(--bar,4.5rem))] lg:min-h-[32rem]">
      {isBelow && <PageHeader title={page} className="border-b border-line" />}
      {notice}
      <div className="flex min-h-0 flex-1 flex-col-reverse lg:flex-row">
        <div className="h-[85svh] min-w-0 lg:h-auto lg:flex-1">{children(isBelow)}</div>
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
