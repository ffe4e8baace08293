import { Plus } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { paths } from '@/config/paths'
import { useHolds } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import type { useVolume } from './sounds/use-sounds'
import { keys } from './use-desk-keys'

const SoundMenu = lazy(() => import('./sounds/sound-menu').then((part) => ({ default: part.SoundMenu })))

/** The menu for the desk's sounds, and the button that starts a new booking, for those who may book. */
export function DeskActions({ sound }: { sound: ReturnType<typeof useVolume> }) {
  const { t } = useTranslation('desk')
  const { settings } = useSettings()
  const mayBook = useHolds()('bookings') && settings?.telephone_orders !== false
  return (
    <>
      <Suspense fallback={<span className="size-9 shrink-0" />}>
        <SoundMenu sound={sound} />
      </Suspense>
      {mayBook && (
        <Button asChild variant="accent" size="sm" className="h-9">
          <Link to={paths.addBooking} aria-keyshortcuts={keys.add}>
            <Plus aria-hidden />
            {t('add')}
            <Kbd keys={keys.add} className="max-xl:hidden" />
          </Link>
        </Button>
      )}
    </>
  )
}
