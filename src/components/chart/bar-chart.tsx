import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { AxisWord, axisRoom, ValueAxis } from './axis'
import { ChartFrame } from './chart-frame'
import { barHeight } from './heights'
import { bandScale, labelStep, type Room, type Size, valueScale } from './plot'
import { Readout } from './readout'
import { type ChartProps, toneOf } from './series'
import { useBox } from './use-box'

export interface Bar {
  key: string
  /** The bar's name, below the bar and in the table; translated. */
  label: string
  /** The values of this bar's group: one for each series, in the order of `series`; null if a series has no value for it. */
  values: readonly (number | null)[]
  /** The address of a list with the rows that the values were computed from. */
  href?: string
}

/** A bar chart of values by category or month. Each category has one bar for each series, side by side. */
export function BarChart({ bars, ...frame }: ChartProps & { bars: readonly Bar[] }) {
  const [ref, { width, isRtl }] = useBox<HTMLDivElement>()
  return (
    <ChartFrame {...frame} rows={bars}>
      <div ref={ref} className="relative" style={{ height: frame.height ?? barHeight }}>
        {width > 0 && <Plot {...frame} bars={bars} size={{ width, height: frame.height ?? barHeight }} isRtl={isRtl} />}
      </div>
    </ChartFrame>
  )
}

interface PlotProps extends ChartProps {
  bars: readonly Bar[]
  size: Size
  isRtl: boolean
}

function Plot({ bars, series, format, formatTick = format, size, isRtl }: PlotProps) {
  const navigate = useNavigate()
  const [pointed, setPointed] = useState<number | null>(null)
  const values = bars.flatMap((bar) => bar.values.filter((value) => value !== null))
  const edge = { end: 8, top: 12, bottom: 26 }
  const y = valueScale(values, size, { ...edge, start: 0 })
  const room: Room = { ...edge, start: axisRoom(y, formatTick) }
  const x = bandScale(
    bars.map(({ key }) => key),
    size,
    room,
    isRtl
  )
  const step = labelStep(
    bars.map(({ label }) => label),
    size.width - room.start - room.end
  )
  const thick = x.bandwidth() / Math.max(series.length, 1)
  const bar = pointed === null ? undefined : bars[pointed]
  return (
    <>
      <svg aria-hidden="true" width={size.width} height={size.height} onPointerLeave={() => setPointed(null)}>
        <ValueAxis y={y} size={size} room={room} isRtl={isRtl} format={formatTick} />
        {bars.map(({ key, label, values, href }, i) => {
          const left = x(key) ?? 0
          return (
            <g key={key}>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the table behind the chart has the same links for keys */}
              <rect
                x={left - (x.step() - x.bandwidth()) / 2}
                y={0}
                width={x.step()}
                height={size.height}
                className={
                  href ? 'cursor-pointer fill-transparent hover:fill-soft' : 'fill-transparent hover:fill-soft'
                }
                onPointerEnter={() => setPointed(i)}
                onClick={() => href && navigate(href)}
              />
              {series.map((one, at) => {
                const value = values[at] ?? 0
                const place = isRtl ? series.length - 1 - at : at
                return (
                  <rect
                    key={one.id}
                    x={left + place * thick}
                    y={Math.min(y(value), y(0))}
                    width={Math.max(1, thick - (series.length > 1 ? 1 : 0))}
                    height={Math.abs(y(value) - y(0))}
                    rx={Math.min(3, thick / 2)}
                    fill={toneOf(one)}
                    className="pointer-events-none"
                  />
                )
              })}
              {i % step === 0 && (
                <AxisWord x={left + x.bandwidth() / 2} size={size}>
                  {label}
                </AxisWord>
              )}
            </g>
          )
        })}
      </svg>
      {bar && (
        <Readout
          x={(x(bar.key) ?? 0) + x.bandwidth() / 2}
          width={size.width}
          title={bar.label}
          series={series}
          values={bar.values}
          format={format}
        />
      )}
    </>
  )
}
