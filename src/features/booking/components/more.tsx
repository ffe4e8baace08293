import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import { useBookingScreen } from '../hooks/use-booking-screen'

/**
 * The rest of the start page on a phone, which only the highest sheet shows, and the button that leads there. It loads late: its
 * place is as high as the button, so that nothing moves.
 */
export function More({ isHidden, children }: { isHidden: boolean; children: ReactNode }) {
  const { t } = useTranslation('landing')
  const { state, dispatch } = useBookingScreen()
  const isOpen = state.sheet === 'full'
  return (
    <div inert={isHidden}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => dispatch({ do: 'set_sheet', sheet: isOpen ? 'half' : 'full' })}
        className="flex h-12 w-full items-center justify-center gap-1.5 text-sm font-medium text-muted hover:text-ink"
      >
        {t('more')}
        <ChevronDown aria-hidden className={cn('size-4 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div data-below="" className="-mx-4 -mb-4">
        {children}
      </div>
    </div>
  )
}
