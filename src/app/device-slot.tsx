import { lazy, Suspense, useEffect, useState } from 'react'
import { DEVICE_REST_MS } from '@/config/constants'
import { idle } from '@/lib/idle'
import { loadWithWords } from '@/lib/load-with-words'

const Device = lazy(async () => ({ default: (await loadWithWords(() => import('./device'))).Device }))

export function DeviceSlot() {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void idle().then(() => setTime(true)), DEVICE_REST_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isTime) return null
  return (
    <Suspense>
      <Device />
    </Suspense>
  )
}
