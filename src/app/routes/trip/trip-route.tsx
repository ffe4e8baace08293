import { ChatButton } from '@/features/chat'
import { useOwnPosition } from '@/features/driver'
import { TripPage } from '@/features/trips'
import { DemoSlot } from '../../demo-slot'
import { Guard } from '../../layout/guard'
import { SiteHeader } from '../../layout/site-header'

/** A trip, with the chat and the driver's position drawn into it. On a phone the map has the whole window. */
export function TripRoute() {
  const ownPosition = useOwnPosition()
  return (
    <Guard roles={['rider', 'driver', 'admin', 'fleetadmin']}>
      <div className="hidden min-[900px]:block">
        <SiteHeader floating />
      </div>
      <div className="fixed start-4 top-18 z-10 [--demo-top:7.5rem] min-[900px]:hidden">
        <DemoSlot />
      </div>
      <TripPage chat={(slot) => <ChatButton {...slot} />} ownPosition={ownPosition} />
    </Guard>
  )
}
