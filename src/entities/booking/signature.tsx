/** The recipient's signature for a parcel: the path as drawn on the courier's phone, 600 wide and 300 high. */
export function Signature({ path, label }: { path: string; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 600 300" className="h-16 w-32 text-ink">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={6} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
