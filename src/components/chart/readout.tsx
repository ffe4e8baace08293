import { type ChartProps, toneOf } from './series'

interface ReadoutProps extends Pick<ChartProps, 'series' | 'format'> {
  /** The position that the box describes, in pixels from the left of the chart; and the width of the chart in pixels. */
  x: number
  width: number
  title: string
  values: readonly (number | null)[]
}

/** A box with the values of the point or bar under the pointer. It opens on the side where the chart has more space. */
export function Readout({ x, width, title, series, values, format }: ReadoutProps) {
  const isFar = x > width / 2
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 rounded-control border border-line bg-card px-3 py-2 text-xs shadow-sm"
      style={isFar ? { right: width - x + 12 } : { left: x + 12 }}
    >
      <p className="font-semibold">{title}</p>
      <dl>
        {series.map((one, i) => {
          const value = values[i]
          if (value === null || value === undefined) return null
          return (
            <div key={one.id} className="mt-1 flex items-center gap-2 whitespace-nowrap">
              <span className="size-2 rounded-full" style={{ background: toneOf(one) }} />
              <dt className="text-muted">{one.label}</dt>
              <dd className="ms-auto font-medium tabular">{format(value)}</dd>
            </div>
          )
        })}
      </dl>
    </div>
  )
}
