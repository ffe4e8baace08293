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
    <ol className="space-y-3 text-sm">
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
    // The line joins this mark with the next one, however many lines the address has.
    <li className="relative flex items-start gap-3 not-last:before:absolute not-last:before:start-[5px] not-last:before:top-[15px] not-last:before:-bottom-4 not-last:before:w-px not-last:before:bg-line-strong/60">
      <span aria-hidden className={`mt-1 size-[11px] shrink-0 ${mark}`} />
      <span className="min-w-0 flex-1">
        <span className="sr-only">{label} </span>
        {address}
      </span>
      {aside}
    </li>
  )
}
