import { useEffect } from 'react'

/** Keeps the screen on while `isOn`: a phone that sleeps stops telling where it is. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const acquire = () => {
      if (document.visibilityState !== 'visible') return
      // Refused on low battery; the driver then keeps the screen on by hand.
      void navigator.wakeLock.request('screen').then(
        (got) => {
          if (isOver) void got.release()
          else lock = got
        },
        () => {}
      )
    }
    acquire()
    document.addEventListener('visibilitychange', acquire)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', acquire)
      void lock?.release()
    }
  }, [isOn])
}
