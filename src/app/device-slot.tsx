import { lazy, Suspense, useEffect, useState } from 'react'
import { idle } from '@/lib/idle'
import { loadWithWords } from '@/lib/load-with-words'

const Device = lazy(async () => ({ default: (await loadWithWords(() => import('./device'))).Device }))

/**
 * The pause (ms) between the start of the page and the loading of the code of the installable app (`Device`), so that this code
 * does not slow the page down.
 */
const REST_MS = 12_000

export function DeviceSlot() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void idle().then(() => setTime(true)), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isTime) return null
  return (
    <Suspense>
      <Device />
    </Suspense>
  )
}
