import { ZonesPage } from '@/features/zones'
import { Guard } from '../../layout/guard'
import { SiteHeader } from '../../layout/site-header'

export function ZonesRoute() {
  return (
    <Guard roles={['admin']}>
      <SiteHeader floating />
      <ZonesPage />
    </Guard>
  )
}
