import { DrivePage } from '@/features/driver'
import { DemoDriveSlot } from '../../demo-slot'
import { Guard } from '../../layout/guard'
import { SiteHeader } from '../../layout/site-header'

export function DriveRoute() {
  return (
    <Guard roles={['driver']}>
      <SiteHeader floating />
      <DrivePage elsewhere={(help) => <DemoDriveSlot {...help} />} />
    </Guard>
  )
}
