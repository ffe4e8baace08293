import { type ScaleBand, type ScaleLinear, scaleBand, scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'

export interface Size {
  width: number
  height: number
}

/** The plot's margins (px): space for the labels beside and below the plot. */
export interface Room {
  /** The margin at the start side of the page (left, or right if the page is Arabic). */
  start: number
  end: number
  top: number
  bottom: number
}

/**
 * Returns the scale of the value axis: from 0 (or from a round number, if the lowest value is negative) to a round number that
 * is not below the highest value.
 *
 * @param isClose true to start near the lowest value instead of 0, so that small changes of a large sum are visible
 */
export function valueScale(
  values: readonly number[],
  { height }: Size,
  { top, bottom }: Room,
  isClose = false
): ScaleLinear<number, number> {
  const low = Math.min(...(isClose && values.length > 0 ? [] : [0]), ...values)
  const high = Math.max(...(isClose && values.length > 0 ? [] : [0]), ...values)
  return scaleLinear()
    .domain([low, high === low ? low + 1 : high])
    .nice(4)
    .range([height - bottom, top])
}

const span = ({ width }: Size, { start, end }: Room, isRtl: boolean): [number, number] =>
  isRtl ? [width - start, end] : [start, width - end]

/** Returns the scale that gives each category its horizontal position, in the reading direction of the page. */
export function bandScale(keys: readonly string[], size: Size, room: Room, isRtl: boolean): ScaleBand<string> {
  return scaleBand<string>()
    .domain(keys)
    .range(span(size, room, isRtl))
    .paddingInner(0.3)
    .paddingOuter(0.15)
}

/** Returns the scale that gives each x value its horizontal position, in the reading direction of the page. */
export function widthScale(xs: readonly number[], size: Size, room: Room, isRtl: boolean): ScaleLinear<number, number> {
  return scaleLinear()
    .domain([Math.min(...xs), Math.max(...xs)])
    .range(span(size, room, isRtl))
}

/** Returns an SVG path through the points. A point whose y is null interrupts the path. */
export function linePath(points: readonly { x: number; y: number | null }[]): string {
  return (
    line<{ x: number; y: number | null }>()
      .defined(({ y }) => y !== null)
      .x(({ x }) => Math.round(x * 10) / 10)
      .y(({ y }) => Math.round((y ?? 0) * 10) / 10)(points) ?? ''
  )
}

/** Returns an SVG path of the area between the points and the height `base`. A point whose y is null interrupts the area. */
export function areaPath(points: readonly { x: number; y: number | null }[], base: number): string {
  return (
    area<{ x: number; y: number | null }>()
      .defined(({ y }) => y !== null)
      .x(({ x }) => Math.round(x * 10) / 10)
      .y0(base)
      .y1(({ y }) => Math.round((y ?? 0) * 10) / 10)(points) ?? ''
  )
}

/** Returns the smallest n for which the labels do not touch if only every n-th category shows its label. */
export function labelStep(labels: readonly string[], width: number, pxPerLetter = 7): number {
  if (labels.length === 0) return 1
  const widest = Math.max(...labels.map((label) => label.length)) * pxPerLetter + 8
  return Math.max(1, Math.ceil((widest * labels.length) / Math.max(width, 1)))
}
