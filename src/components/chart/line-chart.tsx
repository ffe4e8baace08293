import { useState } from 'react'
import { AxisWord, axisRoom, ValueAxis } from './axis'
import { ChartFrame } from './chart-frame'
import { lineHeight } from './heights'
import { areaPath, linePath, type Room, type Size, valueScale, widthScale } from './plot'
import { Readout } from './readout'
import { type ChartProps, toneOf } from './series'
import { useBox } from './use-box'

export interface LinePoint {
  x: number
  /** One value for each series, in the order of `series`; null interrupts the line of that series. */
  values: readonly (number | null)[]
}

interface LineChartProps extends ChartProps {
  points: readonly LinePoint[]
  formatX: (x: number) => string
  /** Formats an x value for the labels below the plot, more briefly than `formatX`. Default: `formatX`. */
  formatXTick?: (x: number) => string
  /** The x value of the point that is highlighted on the lines. */
  mark?: number
  /** The x value at which the axis ends, if it should continue after the last point, for example until the end of the month. */
  until?: number
  /**
   * True for a balance that never comes near 0: the area below the first series is filled, and the value axis starts near the
   * lowest value instead of 0.
   */
  isStanding?: boolean
}

const TICKS = 4

/** A line chart over a numeric x axis, such as the fare by distance. */
export function LineChart(props: LineChartProps) {
  const { points, formatX, formatXTick = formatX, mark, until, isStanding = false, ...frame } = props
  const [ref, { width, isRtl }] = useBox<HTMLDivElement>()
  const height = frame.height ?? lineHeight
  const rows = points.map(({ x, values }) => ({ key: String(x), label: formatX(x), values }))
  return (
    <ChartFrame {...frame} rows={rows}>
      <div ref={ref} className="relative" style={{ height }}>
        {width > 0 && points.length > 1 && (
          <Plot
            {...frame}
            points={points}
            formatX={formatX}
            formatXTick={formatXTick}
            mark={mark}
            until={until}
            isStanding={isStanding}
            size={{ width, height }}
            isRtl={isRtl}
          />
        )}
      </div>
    </ChartFrame>
  )
}

interface PlotProps extends ChartProps {
  points: readonly LinePoint[]
  formatX: (x: number) => string
  formatXTick: (x: number) => string
  mark: number | undefined
  until: number | undefined
  isStanding: boolean
  size: Size
  isRtl: boolean
}

function Plot(props: PlotProps) {
  const {
    points,
    series,
    format,
    formatTick = format,
    formatX,
    formatXTick,
    mark,
    until,
    isStanding,
    size,
    isRtl
  } = props
  const [pointed, setPointed] = useState<LinePoint | null>(null)
  const edge = { end: 20, top: 12, bottom: 26 }
  const values = points.flatMap((point) => point.values.filter((value) => value !== null))
  const y = valueScale(values, size, { ...edge, start: 0 }, isStanding)
  const room: Room = { ...edge, start: Math.max(20, axisRoom(y, formatTick)) }
  const xs = points.map((point) => point.x)
  const x = widthScale(until === undefined ? xs : [...xs, until], size, room, isRtl)
  const shown = pointed ?? (mark === undefined ? null : nearest(points, mark))
  return (
    <>
      <svg
        aria-hidden="true"
        width={size.width}
        height={size.height}
        onPointerMove={(event) => {
          const at = event.clientX - event.currentTarget.getBoundingClientRect().left
          setPointed(nearest(points, x.invert(at)))
        }}
        onPointerLeave={() => setPointed(null)}
      >
        {isStanding && (
          <path
            d={areaPath(
              points.map((point) => ({ x: x(point.x), y: yOf(point.values[0], y) })),
              size.height - room.bottom
            )}
            fill="var(--soft)"
          />
        )}
        <ValueAxis y={y} size={size} room={room} isRtl={isRtl} format={formatTick} />
        {x.ticks(TICKS).map((tick) => (
          <AxisWord key={tick} x={x(tick)} size={size}>
            {formatXTick(tick)}
          </AxisWord>
        ))}
        {[...series.entries()].reverse().map(([i, one]) => (
          <path
            key={one.id}
            d={linePath(points.map((point) => ({ x: x(point.x), y: yOf(point.values[i], y) })))}
            fill="none"
            stroke={toneOf(one)}
            strokeWidth={one.isDashed ? 1.5 : 2}
            strokeDasharray={one.isDashed ? '3 3' : undefined}
            strokeLinejoin="round"
          />
        ))}
        {shown && (
          <g>
            <line
              x1={x(shown.x)}
              x2={x(shown.x)}
              y1={room.top}
              y2={size.height - room.bottom}
              stroke="var(--line-strong)"
              strokeDasharray="2 3"
            />
            {series.map((one, i) => {
              const at = yOf(shown.values[i], y)
              if (at === null) return null
              return (
                <circle
                  key={one.id}
                  cx={x(shown.x)}
                  cy={at}
                  r={one.isDashed ? 3 : 4.5}
                  fill="var(--card)"
                  stroke={toneOf(one)}
                  strokeWidth="2"
                />
              )
            })}
          </g>
        )}
      </svg>
      {pointed && (
        <Readout
          x={x(pointed.x)}
          width={size.width}
          title={formatX(pointed.x)}
          series={series}
          values={pointed.values}
          format={format}
        />
      )}
    </>
  )
}

const yOf = (value: number | null | undefined, y: (value: number) => number): number | null =>
  value === null || value === undefined ? null : y(value)

function nearest(points: readonly LinePoint[], x: number): LinePoint | null {
  return points.reduce<LinePoint | null>(
    (best, point) => (best && Math.abs(best.x - x) <= Math.abs(point.x - x) ? best : point),
    null
  )
}
