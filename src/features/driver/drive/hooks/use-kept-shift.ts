import { useEffect, useMemo } from 'react'
import { useOnline } from '@/lib/page/use-online'
import { keepOwn, readOwn } from '@/lib/session/own-storage'
import { shaped } from '@/lib/storage/shape'
import type { CurrentTrip, Driver } from '../model/rows'

/**
 * The shift's data as stored on this phone. With it, the phone can go on recording a trip's route without a signal, even if the
 * page was closed and opened again.
 */
interface StoredShift {
  driver: Driver
  trips: CurrentTrip[]
}

const STORED = 'shift'

const isKept = shaped<{ driver: unknown; trips: unknown }>({
  driver: (value): value is object => typeof value === 'object' && value !== null && 'driver_active_status' in value,
  trips: Array.isArray
})

/** Reads the stored shift of the signed-in user; null if there is none. */
export function readStoredShift(): StoredShift | null {
  const kept = readOwn(STORED)
  return isKept(kept) ? (kept as StoredShift) : null
}

/** Returns the stored shift while there is no network, otherwise null: with a network the current data arrives at once. */
export function useKeptShift(): StoredShift | null {
  const isOnline = useOnline()
  return useMemo(() => (isOnline ? null : readStoredShift()), [isOnline])
}

export function useKeepShift(driverId: string, driver: Driver | undefined, trips: CurrentTrip[] | undefined): void {
  useEffect(() => {
    if (driver && trips) keepOwn(STORED, driverId, { driver, trips })
  }, [driverId, driver, trips])
}
