import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MapView } from '@/components/map'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { paths } from '@/config/paths'
import type { Role } from '@/entities/person'

/**
 * The home page for drivers and fleet admins, who cannot book there: the slogan and a link to their own pages (section 2 of the
 * specification).
 */
export function SloganScreen({ role }: { role: Role | null }) {
  const { t } = useTranslation('booking')
  const driver = role === 'driver'
  return (
    <div className="relative">
      <MapView label={t('map')} className="h-svh" pageScrolls />
      <Card className="absolute inset-x-4 top-22 space-y-4 p-6 md:end-auto md:start-6 md:w-[420px]">
        <h1 className="text-2xl font-semibold">{t('slogan.title')}</h1>
        <p className="text-sm text-muted">{t('slogan.text')}</p>
        <Button asChild variant="accent" size="lg" className="w-full">
          <Link to={driver ? paths.drive : paths.bookings}>{driver ? t('slogan.driver') : t('slogan.bookings')}</Link>
        </Button>
      </Card>
    </div>
  )
}
