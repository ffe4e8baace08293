import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Opens the page of a pressed notification on the worker's request (src/worker/pushed.ts), without reloading. */
export function useAskedPage(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data, ports: [port] }: MessageEvent) => {
      const path: unknown = data?.open
      // Only pages of this site: a message must not lead elsewhere.
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return
      port?.postMessage('done')
      void navigate(path)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
