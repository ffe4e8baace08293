import { lazy, Suspense } from 'react'
import { DrivePage } from '@/features/driver/drive'
import { DemoDrive } from '../../demo'
import { DriverBreak } from '../../driver-break'
import { SiteHeader } from '../../layout/site-header'

// The navigation loads on demand, with the texts of the driver's other pages.
const DriverNav = lazy(() => import('../../layout/driver-nav').then((part) => ({ default: part.DriverNav })))

// Only new drivers see it, so its code loads after the map.
const FirstDay = lazy(() => import('@/features/driver/first-day').then((part) => ({ default: part.FirstDayLead })))

export function DriveRoute() {
  return (
    <>
      <SiteHeader floating />
      <Suspense>
        <FirstDay />
      </Suspense>
      <DrivePage
        nav={
          <Suspense fallback={<span className="mt-2 block h-14" />}>
            <DriverNav className="-mx-3 mt-2" />
          </Suspense>
        }
        rest={(driverId) => <DriverBreak driverId={driverId} />}
        elsewhere={(help) => <DemoDrive {...help} />}
      />
    </>
  )
}
