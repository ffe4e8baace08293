import { ChevronDown } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SheetView } from '@/features/rider/booking-form'
import { LandingSections } from '@/features/site/landing'
import { idle } from '@/lib/loading/idle'
import { cn } from '@/lib/utils'
import { SiteFooter } from '../../layout/site-footer'

/**
 * The rest of the start page: the description of the product, and the footer. On a phone only the highest sheet shows it, and a
 * button leads there.
 */
export function Sections({ sheet }: { sheet: SheetView | null }) {
  const { t } = useTranslation('landing')
  const [isThere, setThere] = useState(false)
  // Not at once: a sheet begins as high as its content.
  useEffect(() => {
    void idle().then(() => startTransition(() => setThere(true)))
  }, [])
  const rest = (
    <>
      <LandingSections />
      <SiteFooter />
    </>
  )
  if (!sheet) return rest
  return (
    <>
      <button
        type="button"
        aria-expanded={sheet.isFull}
        onClick={sheet.turn}
        className="flex h-12 w-full items-center justify-center gap-1.5 text-sm font-medium text-muted hover:text-ink low:hidden"
      >
        {t('common:pages.about.label')}
        <ChevronDown aria-hidden className={cn('size-4 transition-transform', sheet.isFull && 'rotate-180')} />
      </button>
      <div data-below="" className="-mx-4 -mb-4">
        {isThere && rest}
      </div>
    </>
  )
}
