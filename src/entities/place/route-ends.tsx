import type { ReactNode } from 'react'

interface End {
  /** What the place is, such as "Pickup", for screen readers. */
  label: string
  address: string
  /** Content at the end of the line, such as a distance or a time. */
  aside?: ReactNode
}

/** Pickup, stops and drop-off, one below the other and joined by a line. */
export function RouteEnds({ pickup, stops = [], drop }: { pickup: End; stops?: readonly End[]; drop: End }) {
  return (
    <ol className="relative space-y-3 text-sm">
      <span aria-hidden className="absolute start-[5px] top-3 bottom-3 w-px bg-line-strong/60" />
      <Row end={pickup} mark="rounded-full border-[3px] border-ink bg-card" />
      {stops.map((stop) => (
        <Row key={stop.label} end={stop} mark="rounded-full border-2 border-line-strong bg-card" />
      ))}
      <Row end={drop} mark="rounded-[3px] bg-accent" />
    </ol>
  )
}

function Row({ end: { label, address, aside }, mark }: { end: End; mark: string }) {
  return (
    <li className="relative flex items-start gap-3">
      <span aria-hidden className={`mt-1 size-[11px] shrink-0 ${mark}`} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{label} </span>
        {address}
      </span>
      {aside}
    </li>
  )
}
