/** The icon of the pickup. The icons in this file look like the map's markers, but are small, for use beside text. */
export function PickupSign() {
  return (
    <span aria-hidden className="grid size-2.5 shrink-0 place-items-center rounded-full bg-ink">
      <span className="size-1 rounded-full bg-soft" />
    </span>
  )
}

export function DropSign() {
  return <span aria-hidden className="size-2.5 shrink-0 rounded-[2px] bg-accent" />
}

export function StopSign({ index }: { index: number }) {
  return (
    <span aria-hidden className="-mx-0.5 w-3.5 shrink-0 text-center text-xs font-semibold text-muted tabular">
      {index}
    </span>
  )
}
