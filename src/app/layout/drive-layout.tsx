import { Outlet } from 'react-router-dom'
import { DriverNav } from './driver-nav'
import { SiteHeader } from './site-header'

/** The frame of a driver's pages during a shift: header, content, and the navigation at the bottom. */
export function DriveLayout() {
  return (
    <div className="flex min-h-svh flex-col">
      <SiteHeader />
      <div className="flex-1">
        <Outlet />
      </div>
      <div className="sticky bottom-0 z-20 border-t border-line bg-card px-2 pt-1 pb-[max(0.25rem,env(safe-area-inset-bottom))] print:hidden">
        <DriverNav />
      </div>
    </div>
  )
}
