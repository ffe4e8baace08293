import { useState } from 'react'

/** One request at a time behind a button: whether it is under way, and what came of a failed one. */
export function useRequest() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (request: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await request()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run: (request: () => Promise<void>) => void run(request) }
}
