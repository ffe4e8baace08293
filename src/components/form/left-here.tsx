import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface LeftHereProps {
  /** The time at which the person left the screen, already formatted. */
  at: string
  /** Buttons for what to do with the work. */
  children: ReactNode
}

/** Tells the person that they left unsaved work on this screen. */
export function LeftHere({ at, children }: LeftHereProps) {
  const { t } = useTranslation('form')
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-soft px-4 py-2 text-sm md:px-6"
    >
      <History aria-hidden className="size-4 shrink-0 text-info" />
      <p className="min-w-48 flex-1">{t('draft.text', { at })}</p>
      <span className="flex gap-2">{children}</span>
    </div>
  )
}
