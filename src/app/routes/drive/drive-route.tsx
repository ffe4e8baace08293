import { DrivePage } from '@/features/driver'
import { DemoDriveSlot } from '../../demo-slot'
import { SiteHeader } from '../../layout/site-header'

export function DriveRoute() {
  return (
    <>
      <SiteHeader floating />
      <DrivePage elsewhere={(help) => <DemoDriveSlot {...help} />} />
    </>
  )
}
