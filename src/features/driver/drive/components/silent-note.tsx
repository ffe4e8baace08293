import { VolumeX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { chime } from '@/lib/page/sound'
import { useIsSilent } from '../hooks/use-offer-alert'

/**
 * Asks the driver to touch the page. After each load, browsers mute a page until it is touched, so the driver would not hear an
 * offer.
 */
export function SilentNote() {
  const { t } = useTranslation('driver')
  if (!useIsSilent()) return null
  return (
    <section aria-label={t('silent.title')} className="space-y-3 rounded-card bg-warn-soft p-4 text-sm text-warn">
      <p className="flex items-start gap-2.5">
        <VolumeX aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <strong className="block text-base font-semibold">{t('silent.title')}</strong>
          {t('silent.text')}
        </span>
      </p>
      {/* The touch itself unlocks the sound, so the chime plays a moment later. */}
      <Button size="lg" className="w-full" onClick={() => setTimeout(chime, 150)}>
        {t('silent.turn_on')}
      </Button>
    </section>
  )
}
