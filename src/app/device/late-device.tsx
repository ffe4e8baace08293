import { lazy, Suspense, useEffect, useState } from 'react'
import { DEVICE_REST_MS } from '@/config/constants'
import { idle } from '@/lib/loading/idle'

const Device = lazy(() => import('./index').then((part) => ({ default: part.Device })))

export function LateDevice() {
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
