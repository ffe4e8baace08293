import { Skeleton } from '@/components/ui/skeleton'

interface FiguresProps {
  label: string
  /** The totals to show; `text` is undefined while a total loads. */
  items: readonly { id: string; label: string; text: string | undefined; note?: string | undefined }[]
}

/** Shows totals side by side, above the table of their rows. */
export function Figures({ label, items }: FiguresProps) {
  return (
    <section aria-label={label} className="px-4 md:px-6">
      <dl className="flex gap-x-8 gap-y-3 overflow-x-auto rounded-card border border-line bg-card px-4 py-3 max-md:flex-wrap">
        {items.map(({ id, label, text, note }) => (
          <div key={id} className="min-w-28">
            <dt className="text-xs whitespace-nowrap text-muted">{label}</dt>
            <dd className="mt-0.5 font-semibold whitespace-nowrap tabular">
              {text === undefined ? <Skeleton className="h-6 w-20" /> : text}
            </dd>
            {note && <dd className="text-xs whitespace-nowrap text-muted tabular">{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
