import { useEffect } from 'react'

/** Keeps the screen on while `isOn`, because a sleeping phone stops sending positions. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const acquire = () => {
      if (document.visibilityState !== 'visible') return
      // The browser may refuse, as when the battery is low; the driver must then keep the screen on.
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
