import { lazy, Suspense, useEffect, useState } from 'react'
import { idle } from '@/lib/idle'
import { loadWithWords } from '@/lib/load-with-words'

const Device = lazy(async () => ({ default: (await loadWithWords(() => import('./device'))).Device }))

/**
 * How long after the page the code of the installable app (`Device`) is loaded (ms), so that it does not slow the page down.
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
