/**
 * Draws the signature with which a recipient confirmed a parcel on the courier's phone: an SVG path on an area of 600 by 300
 * px.
 */
export function Signature({ path, label }: { path: string; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 600 300" className="h-16 w-32 text-ink">
      <path d={path} fill="none" stroke="currentColor" strokeWidth={6} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
