import { ChatButton } from '@/features/chat'
import { useOwnPosition } from '@/features/driver'
import { TripPage } from '@/features/trips'
import { useIsDesktop } from '@/lib/use-media'
import { DemoCorner } from '../../demo-slot'
import { SiteHeader } from '../../layout/site-header'

/** A trip, with the chat and the driver's position drawn into it. On a phone the map has the whole window. */
export function TripRoute() {
  const ownPosition = useOwnPosition()
  const isDesktop = useIsDesktop()
  return (
    <>
      {isDesktop ? <SiteHeader floating /> : <DemoCorner />}
      <TripPage chat={(slot) => <ChatButton {...slot} />} ownPosition={ownPosition} />
    </>
  )
}
