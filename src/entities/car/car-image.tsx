import type { ReactElement } from 'react'
import { useStoredImage } from '@/lib/files/use-stored-image'
import { cn } from '@/lib/utils'

/**
 * The drawings in this file show car types in one style, on a grid of 64 x 28: the body in the text's colour, the wheels cut
 * out by a ring in the background's colour, and one amber detail each. The ground is at y = 26; cars face right (left in
 * right-to-left pages).
 */
function Wheels({ at }: { at: [number, number] }) {
  return (
    <>
      {at.map((x) => (
        <g key={x}>
          <circle cx={x} cy="22" r="5.4" className="fill-card" />
          <circle cx={x} cy="22" r="3.8" />
        </g>
      ))}
    </>
  )
}

const amber = 'fill-accent'
const glass = 'fill-card opacity-90'

const drawings: Record<string, ReactElement> = {
  cab: (
    <>
      <path d="M3 21.5c0-3.2 1.3-5.2 4.5-5.8l8-1.7 6.2-6.2C23 6.5 24.4 6 26 6h11.5c1.7 0 3.1.600 4.2 1.8l5.5 5.9 8.6 1.3c3.3.500 5.2 2.6 5.2 5.8v.7z" />
      <path
        className={glass}
        d="m20.5 13.7 4.3-4.2c.5-.5 1-.7 1.7-.7H30v4.9zM32.5 8.8h4.7c.8 0 1.5.3 2 .9l3.6 4h-10.3z"
      />
      <rect className={amber} x="26.5" y="2.8" width="9" height="3.4" rx="1.2" />
      <Wheels at={[16, 48]} />
    </>
  ),
  estate: (
    <g transform="matrix(-1 0 0 1 64 0)">
      <path d="M3 21.5c0-3.2 1.3-5.2 4.5-5.8l7-1.5 6.2-6.4C22 6.5 23.4 6 25 6h24c2.6 0 4.5 1 5.8 3.2l4 6.6c1 1.7 1.7 3.2 1.7 5v.7z" />
      <path
        className={glass}
        d="m19.5 13.8 4.3-4.3c.5-.5 1-.7 1.7-.7H29v5zM31.5 8.8h9.5v5h-9.5zM43.5 8.8h5c1.4 0 2.3.5 3 1.7l2 3.3h-10z"
      />
      <rect className={amber} x="29" y="2.8" width="9" height="3.4" rx="1.2" />
      <Wheels at={[15.5, 48.5]} />
    </g>
  ),
  van: (
    <g transform="matrix(-1 0 0 1 64 0)">
      <path d="M3 21.5v-3.7c0-2.3 1-3.7 3.2-4.5l4.3-1.5 5.6-6.3C17.2 4.2 18.7 3.5 20.5 3.5H56c2.9 0 4.5 1.6 4.5 4.5v13.5z" />
      <path className={glass} d="m14.5 12 4-4.6c.6-.7 1.2-1 2.1-1H25V12zM27.5 6.4H38V12H27.5zM40.5 6.4h11V12h-11z" />
      <rect className={amber} x="27" y="0.6" width="9" height="3" rx="1.2" />
      <Wheels at={[15, 49]} />
    </g>
  ),
  premium: (
    <>
      <path d="M2 21.5c0-3.5 1.5-5.2 4.8-5.8l10-1.7 6.6-5.3C24.9 7.5 26.3 7 28 7h10c1.9 0 3.5.500 4.9 1.7l6.3 5.2 8 1.2c3.3.5 4.8 2.2 4.8 5.4v1z" />
      <path className={glass} d="m22 14 4.6-3.7c.5-.4 1.1-.6 1.8-.6h3V14zM33.8 9.7h3.7c1 0 1.8.3 2.5.9l4 3.4H33.8z" />
      <rect className={amber} x="50" y="16.6" width="8" height="1.6" rx=".8" />
      <Wheels at={[15.5, 49.5]} />
    </>
  ),
  moto: (
    <>
      <path d="M8.5 19.5c0-4.3 3-7.5 7.5-7.5h12.6c1.3 0 2.2 1 2.1 2.3l-.2 2.7h9.7l4.4-11.6h-2.4c-.8 0-1.4-.6-1.4-1.4s.6-1.4 1.4-1.4h3.6c.6 0 1.1.4 1.3.9l4.4 11.6c3.3.3 5.8 2.4 6.6 5.6l-3 .8c-.7-2.2-2.6-3.5-5-3.5-2.7 0-4.7 1.6-5.3 4h-26z" />
      <rect className={amber} x="9" y="3.5" width="13.5" height="7.4" rx="1.5" />
      <Wheels at={[15.5, 50]} />
    </>
  ),
  'parcel-van': (
    <g transform="matrix(-1 0 0 1 64 0)">
      <path d="M3 21.5v-4c0-2.3 1-3.7 3.2-4.4l4.3-1.4 4.4-5C16 5.3 17.3 4.7 19 4.7h4V2.5h34.5c2 0 3 1 3 3v16z" />
      <path className={glass} d="m14 12 3.4-4c.5-.6 1-.8 1.8-.8h2.3V12z" />
      <path className={amber} d="M36 7.5h11v8.5H36zM40.5 7.5v3.2h2V7.5z" fillRule="evenodd" />
      <Wheels at={[14.5, 49]} />
    </g>
  )
}

/** The keys of our own drawings. */
export const drawnCars = Object.keys(drawings)

/**
 * Shows the picture of a car type: one of our drawings by its key, or the operator's own picture by its URL or its path in the
 * bucket `cartypes`. It is hidden from screen readers.
 */
export function CarImage({ image, className }: { image: string; className?: string }) {
  const address = useStoredImage('cartypes', image in drawings ? null : image)
  if (address) return <img src={address} alt="" className={cn('h-7 w-16 object-contain', className)} />
  return (
    <svg viewBox="0 0 64 28" aria-hidden className={cn('h-7 w-16 fill-ink rtl:-scale-x-100', className)}>
      {drawings[image] ?? drawings.cab}
    </svg>
  )
}
