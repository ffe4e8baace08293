import { type PointerEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { textLimits } from '@/types/text-limits'

/** Size of the drawing in its own units, which do not depend on the phone's screen. */
const WIDTH = 600
const HEIGHT = 300
/** A point that is nearer than this to the previous one is left out (in the drawing's units). */
const STEP = 4
/** Maximum length of the path that the database accepts, in characters. */
const LONGEST = textLimits.booking_contacts.signature

interface SignaturePadProps {
  label: string
  /** The signature as an SVG path; empty before the first stroke. */
  value: string
  onChange: (path: string) => void
}

/** A field to sign in with a finger. If it stays empty, only the recipient's name is stored. */
export function SignaturePad({ label, value, onChange }: SignaturePadProps) {
  const { t } = useTranslation('drive')
  const last = useRef<{ x: number; y: number } | null>(null)
  const path = useRef(value)
  path.current = value
  const draw = (event: PointerEvent<SVGSVGElement>, letter: 'M' | 'L') => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const x = Math.round(Math.min(1, Math.max(0, (event.clientX - left) / width)) * WIDTH)
    const y = Math.round(Math.min(1, Math.max(0, (event.clientY - top) / height)) * HEIGHT)
    const from = last.current
    if (letter === 'L' && from && Math.hypot(x - from.x, y - from.y) < STEP) return
    const next = `${path.current}${letter}${x} ${y}`
    if (next.length > LONGEST) return
    last.current = { x, y }
    path.current = next
    onChange(next)
  }
  return (
    <div className="space-y-1">
      <div className="flex items-center justify-between">
        <span className="text-sm font-medium">{label}</span>
        <Button variant="link" className="min-h-8" disabled={!value} onClick={() => onChange('')}>
          {t('hand_over.clear')}
        </Button>
      </div>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="aspect-2/1 w-full touch-none rounded-control border border-line-strong bg-card"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId)
          draw(event, 'M')
        }}
        onPointerMove={(event) => last.current && draw(event, 'L')}
        onPointerUp={() => {
          last.current = null
        }}
        onPointerCancel={() => {
          last.current = null
        }}
      >
        <path
          d={value}
          fill="none"
          stroke="currentColor"
          strokeWidth={5}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <p className="text-sm text-muted">{t('hand_over.hint')}</p>
    </div>
  )
}
