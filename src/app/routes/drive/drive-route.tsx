import { DrivePage } from '@/features/driver'
import { DemoDriveSlot } from '../../demo-slot'
import { DriverNav } from '../../layout/driver-nav'
import { SiteHeader } from '../../layout/site-header'

export function DriveRoute() {
  return (
    <>
      <SiteHeader floating />
      <DrivePage nav={<DriverNav className="-mx-3 mt-2" />} elsewhere={(help) => <DemoDriveSlot {...help} />} />
    </>
  )
}
