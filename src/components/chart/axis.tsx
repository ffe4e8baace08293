import type { ScaleLinear } from 'd3-scale'
import type { Room, Size } from './plot'

interface ValueAxisProps {
  y: ScaleLinear<number, number>
  size: Size
  room: Room
  isRtl: boolean
  format: (value: number) => string
}

/** A chart that is lower than this (px) has about 2 labels at its value axis instead of 4, because 4 would overlap. */
const LOW = 140

/** Returns the values at which the value axis has a label and a hairline. */
const ticksOf = (y: ScaleLinear<number, number>, { height }: Size): number[] => y.ticks(height < LOW ? 2 : 4)

/**
 * Draws the value axis: hairlines across the plot, with their labels at the start side of the page (on the left, or on the
 * right if the page is Arabic).
 */
export function ValueAxis({ y, size, room, isRtl, format }: ValueAxisProps) {
  const [from, to] = isRtl ? [room.end, size.width - room.start] : [room.start, size.width - room.end]
  return ticksOf(y, size).map((tick) => (
    <g key={tick} transform={`translate(0 ${Math.round(y(tick)) + 0.5})`}>
      <line x1={from} x2={to} stroke={tick === 0 ? 'var(--line-strong)' : 'var(--line)'} />
      <text
        x={isRtl ? size.width - room.start + 8 : room.start - 8}
        dy="0.32em"
        // `textAnchor` depends on the direction of the text. The direction is always "ltr", because numbers run from left to
        // right in every language.
        direction="ltr"
        textAnchor={isRtl ? 'start' : 'end'}
        className="fill-muted text-xs tabular"
      >
        {format(tick)}
      </text>
    </g>
  ))
}

/** Returns the width of the margin (px) that the widest label of the value axis needs. */
export const axisRoom = (y: ScaleLinear<number, number>, format: (value: number) => string): number =>
  Math.max(...y.ticks(4).map((tick) => format(tick).length)) * 7 + 12

interface WordProps {
  x: number
  size: Size
  children: string
}

/** A label below the plot, such as the name of a bar. */
export function AxisWord({ x, size, children }: WordProps) {
  return (
    <text x={x} y={size.height - 6} textAnchor="middle" className="fill-muted text-xs tabular">
      {children}
    </text>
  )
}
