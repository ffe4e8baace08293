import { useTranslation } from 'react-i18next'

const RADIUS = 21
const LENGTH = 2 * Math.PI * RADIUS

/** The seconds that remain, inside a ring that empties. */
export function CountdownRing({ seconds, share }: { seconds: number; share: number }) {
  const { t } = useTranslation('driver')
  return (
    <div
      role="timer"
      aria-label={t('offer.left', { count: seconds })}
      className="relative grid size-14 shrink-0 place-items-center"
    >
      <svg aria-hidden viewBox="0 0 48 48" className="absolute inset-0 -rotate-90">
        <circle cx="24" cy="24" r={RADIUS} fill="none" strokeWidth="4" className="stroke-line" />
        <circle
          cx="24"
          cy="24"
          r={RADIUS}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - share)}
          className="stroke-accent-line transition-[stroke-dashoffset] duration-200 ease-linear"
        />
      </svg>
      <span className="text-base font-semibold tabular">{seconds}</span>
    </div>
  )
}
