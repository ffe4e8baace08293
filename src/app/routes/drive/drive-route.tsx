import { DrivePage } from '@/features/driver'
import { Guard } from '../../layout/guard'
import { SiteHeader } from '../../layout/site-header'

export function DriveRoute() {
  return (
    <Guard roles={['driver']}>
      <SiteHeader floating />
      <DrivePage />
    </Guard>
  )
}
