import { useState } from 'react'

/** What is under way with an import, and how far it is. */
export interface Progress {
  of: 'checking' | 'writing' | 'undoing'
  done: number
  total: number
}

/** Returns the progress of the work under way, and a function that makes the reporter of a work. */
export function useProgress() {
  const [progress, setProgress] = useState<Progress | null>(null)
  const report = (of: Progress['of']) => (done: number, total: number) =>
    setProgress({ of, done: Math.floor(done), total })
  return { progress, report, end: () => setProgress(null) }
}
