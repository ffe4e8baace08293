import { type ComponentType, lazy, Suspense } from 'react'
import { env } from '@/config/env'
import { idle } from '@/lib/idle'

/** Loads the demo's part of the app; null if the page was not served by the demo's stack. */
export const loadDemo = () => (env.demoNonce ? import('@/features/demo').catch(() => null) : Promise.resolve(null))

const nothing = () => null

/** Props of the place for the demo bar. */
interface DemoSlotProps {
  header?: 'site' | 'portal'
}

const Bar = lazy<ComponentType<Required<DemoSlotProps>>>(async () => {
  await idle()
  return { default: (await loadDemo())?.DemoBar ?? nothing }
})
const Drive = lazy(async () => ({ default: (await loadDemo())?.DriveInTown ?? nothing }))

/** The place of the demo bar. It is empty unless the embedded stack served this page; the bar loads after the page. */
export function DemoSlot({ header = 'site' }: DemoSlotProps) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Bar header={header} />
    </Suspense>
  )
}

/** The place of the demo bar on a phone whose map fills the window: below the buttons at the top. */
export function DemoCorner() {
  if (!env.demoNonce) return null
  return (
    <div className="fixed start-4 top-18 z-10 [--demo-top:7.5rem]">
      <DemoSlot />
    </div>
  )
}

/** The place where the demo offers a driver who is far away a simulated position in the region's town. */
export function DemoDriveSlot(props: { isNeeded: boolean; onMoved: () => void }) {
  if (!env.demoNonce) return null
  return (
    <Suspense>
      <Drive {...props} />
    </Suspense>
  )
}
