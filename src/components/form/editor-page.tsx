import { ArrowLeft, Copy, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { ErrorState } from '@/components/ui/error-state'
import { PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { EditForm } from './edit-form'
import type { EditFormState } from './use-edit-form'
import { useRoomBeside } from './use-room-beside'

interface EditorPageProps {
  form: EditFormState
  /** The database table in which the row is stored. */
  table: string
  /** The page's title: the name of the row as typed in the form. If that is empty, `label` is the title. */
  name: string
  label: string
  /** The save button's label for a new row, such as "Create". */
  create: string
  /** The link to the list of rows, shown before the title. */
  back: { to: string; label: string }
  /** The row's state, shown after its name. */
  state?: ReactNode
  /** The link to a new row that starts with the values of this one. */
  copy?: { to: string; label: string } | null
  /** The delete button and its confirmation dialog; `onDone` leaves the page. */
  remove?: { label: string; dialog: (onClose: () => void, onDone: () => void) => ReactNode } | null
  /** A preview of the effect of the input: beside the form, or below its fields. */
  example: ReactNode
  children: ReactNode
}

/** The page of one row: its name and state, the form, and a preview. */
export function EditorPage(props: EditorPageProps) {
  const { form, table, name, label, create, back, state, copy, remove, example, children } = props
  const isBeside = useRoomBeside()
  const go = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const onDeleted = () => {
    form.guard.release()
    void go(back.to)
  }
  return (
    <main id="main" className="grid flex-1 grid-cols-1 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <div className="flex min-w-0 flex-col">
        <PageHeader
          title={name || label}
          className="border-b border-line"
          back={
            <Button asChild size="icon-sm">
              <Link to={back.to} aria-label={back.label}>
                <ArrowLeft aria-hidden className="rtl:rotate-180" />
              </Link>
            </Button>
          }
          beside={state}
          actions={
            <>
              {copy && (
                <Button asChild size="sm">
                  <Link to={copy.to}>
                    <Copy aria-hidden />
                    {copy.label}
                  </Link>
                </Button>
              )}
              {remove && (
                <Button
                  variant="ghost"
                  size="icon-sm"
                  aria-label={remove.label}
                  className="text-bad"
                  onClick={() => setDeleting(true)}
                >
                  <Trash2 aria-hidden />
                </Button>
              )}
            </>
          }
        />
        {isDeleting && remove?.dialog(() => setDeleting(false), onDeleted)}
        <EditForm form={form} table={table} label={label} create={create} className="flex flex-1 flex-col">
          <div className="flex-1">
            {children}
            {!isBeside && <div className="border-t border-line">{example}</div>}
          </div>
        </EditForm>
      </div>
      {isBeside && (
        <aside className="border-s border-line">
          <div className="sticky top-0">{example}</div>
        </aside>
      )}
    </main>
  )
}

/** Shown instead of the editor while its row loads, or if loading failed. */
export function EditorPending({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  return (
    <main id="main" className="p-4 md:p-6">
      <h1 className="sr-only">{title}</h1>
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Skeleton className="h-96" />}
    </main>
  )
}
