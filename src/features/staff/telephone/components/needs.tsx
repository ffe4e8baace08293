import { Users } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { asksNothing, NeedsFields, nothingAsked, useRequirementWords } from '@/entities/car'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useCall, useCallCars } from '../hooks/use-call'

const KEYS = 'alt+q'

/**
 * The fields for passengers, luggage, child seats and a wheelchair, which limit the cars to choose from. Not shown for parcels.
 */
export function Needs() {
  const { t } = useTranslation('needs')
  const { call, change } = useCall()
  const { car } = useCallCars()
  const words = useRequirementWords()
  const [isOpen, setOpen] = useState(!asksNothing(call.requirements))
  const toggle = () => setOpen(!isOpen)
  useShortcut({ keys: KEYS, label: t('title'), group: t('telephone:keys.form'), run: toggle })
  if (car?.category === 'delivery') return null
  const asked = words(call.requirements).join(' · ')
  return (
    <section aria-label={t('title')} className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <Button
          variant="ghost"
          size="sm"
          className="max-md:h-11"
          aria-expanded={isOpen}
          aria-keyshortcuts={ariaKeys(KEYS)}
          onClick={toggle}
        >
          <Users aria-hidden />
          {t('title')}
          <Kbd keys={KEYS} className="max-md:hidden" />
        </Button>
        {asked && <span className="text-sm text-muted">{asked}</span>}
        {asked && (
          <Button
            variant="link"
            size="sm"
            className="ms-auto min-h-6"
            onClick={() => {
              change({ requirements: nothingAsked })
              setOpen(false)
            }}
          >
            {t('telephone:needs_none')}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-3">
          <NeedsFields value={call.requirements} onChange={(requirements) => change({ requirements })} />
        </div>
      )}
    </section>
  )
}
