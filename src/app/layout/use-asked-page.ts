import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/**
 * Opens a page, without reloading the app, when the service worker asks for it because a push notification was pressed
 * (src/worker/pushed.ts).
 */
export function useAskedPage(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data, ports: [port] }: MessageEvent) => {
      const path: unknown = data?.open
      // Only paths of this site are opened: a message must not lead elsewhere.
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return
      port?.postMessage('done')
      void navigate(path)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
