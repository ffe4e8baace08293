import { type ComponentProps, lazy, Suspense } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { barHeight, lineHeight } from './heights'

/* The charts load on demand, so that the figures of a page show first. Until a chart is loaded, its space is reserved. */

const Bars = lazy(() => import('./bar-chart').then((part) => ({ default: part.BarChart })))
const Lines = lazy(() => import('./line-chart').then((part) => ({ default: part.LineChart })))

/** Height of a chart's heading (px), part of the reserved space. */
const CAPTION = 36

const Room = ({ height }: { height: number }) => <Skeleton style={{ height: height + CAPTION }} />

export function BarChart(props: ComponentProps<typeof Bars>) {
  return (
    <Suspense fallback={<Room height={props.height ?? barHeight} />}>
      <Bars {...props} />
    </Suspense>
  )
}

export function LineChart(props: ComponentProps<typeof Lines>) {
  return (
    <Suspense fallback={<Room height={props.height ?? lineHeight} />}>
      <Lines {...props} />
    </Suspense>
  )
}
