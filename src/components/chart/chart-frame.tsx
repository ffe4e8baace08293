import { ChartColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { cn } from '@/lib/utils'
import { type ChartProps, type Series, toneOf } from './series'

interface ChartFrameProps extends ChartProps {
  rows: readonly { key: string; label: string; values: readonly (number | null)[]; href?: string | undefined }[]
  children: ReactNode
}

/**
 * The frame of a chart: title, legend, and a table of the same values. Screen readers read the table; a button shows the table
 * instead of the drawing.
 */
export function ChartFrame(props: ChartFrameProps) {
  const { title, series, note, className, children } = props
  const { t } = useTranslation()
  const [isTable, setTable] = useState(false)
  const id = useId()
  return (
    <figure aria-labelledby={id} className={cn('m-0', className)}>
      <figcaption className="flex min-h-9 items-center gap-3">
        <span id={id} className="me-auto text-sm font-semibold sm:shrink-0">
          {title}
        </span>
        {!isTable && series.length > 1 && <Legend series={series} />}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-pressed={isTable}
          aria-label={t('shell:chart.as_table')}
          title={t('shell:chart.as_table')}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? <ChartColumn aria-hidden className="size-4" /> : <Table2 aria-hidden className="size-4" />}
        </Button>
      </figcaption>
      {!isTable && children}
      <Figures {...props} isHidden={!isTable} />
      {note && <p className="mt-2 text-xs text-muted">{note}</p>}
    </figure>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul aria-hidden className="flex flex-wrap gap-x-3 text-xs text-muted">
      {series.map((one) => (
        <li key={one.id} className="flex items-center gap-1.5">
          <svg aria-hidden="true" width="16" height="8">
            <line
              x2="16"
              y1="4"
              y2="4"
              stroke={toneOf(one)}
              strokeWidth="2"
              strokeDasharray={one.isDashed ? '3 3' : undefined}
            />
          </svg>
          {one.label}
        </li>
      ))}
    </ul>
  )
}

function Figures({ title, axis, series, rows, format, isHidden }: ChartFrameProps & { isHidden: boolean }) {
  return (
    <section
      // A visible table may scroll, and a region that scrolls must be focusable for keyboard users.
      tabIndex={isHidden ? undefined : 0}
      aria-label={isHidden ? undefined : title}
      className={isHidden ? 'sr-only' : 'max-h-80 overflow-auto rounded-card border border-line'}
    >
      <table className="w-full text-sm">
        <caption className="sr-only">{title}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b border-line text-muted [&>th]:px-3 [&>th]:py-2 [&>th]:font-medium">
            <th scope="col" className="text-start">
              {axis}
            </th>
            {series.map((one) => (
              <th key={one.id} scope="col" className="text-end">
                {one.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className="border-b border-line last:border-0 [&>*]:px-3 [&>*]:py-1.5">
              <th scope="row" className="text-start font-normal">
                {row.href && !isHidden ? (
                  <Link to={row.href} className="underline decoration-dotted underline-offset-4">
                    {row.label}
                  </Link>
                ) : (
                  row.label
                )}
              </th>
              {series.map((one, i) => {
                const value = row.values[i]
                return (
                  <td key={one.id} className="text-end tabular">
                    {value === null || value === undefined ? '–' : format(value)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
