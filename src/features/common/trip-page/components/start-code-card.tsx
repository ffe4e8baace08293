import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface StartCodeCardProps {
  code: string | null
  isDelivery?: boolean
  /** Shown until the start code is known. */
  children?: ReactNode
}

/** Shows the start code, in type that is large enough to be read through a car window. */
export function StartCodeCard({ code, isDelivery = false, children }: StartCodeCardProps) {
  const { t } = useTranslation('ride')
  const kind = isDelivery ? { context: 'delivery' } : {}
  const title = t('code.title', kind)
  return (
    <section
      aria-label={title}
      className="flex items-center justify-between gap-4 rounded-card bg-accent-soft px-4 py-3"
    >
      <div className="min-w-0">
        <p className="text-sm font-medium">{title}</p>
        <p className="text-xs text-pretty text-ink/70">{t('code.tell', kind)}</p>
      </div>
      {code ? (
        <p className="text-2xl font-semibold tracking-[0.14em] whitespace-nowrap tabular" dir="ltr">
          <span className="sr-only">{code.split('').join(' ')}</span>
          <span aria-hidden>
            {code.slice(0, 2)} {code.slice(2)}
          </span>
        </p>
      ) : (
        children
      )}
    </section>
  )
}
