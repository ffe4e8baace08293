import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** Opens what a pressed notification is about, as the worker asks (src/worker/pushed.ts): nothing is loaded again for it. */
export function useAskedPage(): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return
    const onMessage = ({ data, ports: [port] }: MessageEvent) => {
      const path: unknown = data?.open
      // Only its own pages: what stands in a message leads nowhere else.
      if (typeof path !== 'string' || !/^\/(?!\/)/.test(path)) return
      port?.postMessage('done')
      void navigate(path)
    }
    navigator.serviceWorker.addEventListener('message', onMessage)
    return () => navigator.serviceWorker.removeEventListener('message', onMessage)
  }, [navigate])
}
