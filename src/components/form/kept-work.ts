import { useEffect } from 'react'
import { dropDraft, keepDraft, readDraft } from './draft'
import type { Values } from './merge'

const KEEP_MS = 400

/**
 * Reads the stored draft of a screen that has no `EditForm`, when the person returns to the screen.
 *
 * @param blank the empty draft. Its values replace stored values that are missing or have another type
 */
export function readWork<Work extends object>(person: string | null, screen: string, blank: Work): Work {
  const kept: Values = readDraft(person, screen)?.values ?? {}
  const known = Object.entries(blank).map(([part, empty]) => {
    const value = kept[part]
    return [part, value !== undefined && typeof value === typeof empty ? value : empty]
  })
  return Object.fromEntries(known) as Work
}

/**
 * Stores a draft on this device for the person, so that it survives a sign-out, a lost network and a closed tab. Null deletes
 * the draft.
 */
export function useKeptWork(person: string | null, screen: string, work: object | null): void {
  const written = work && JSON.stringify(work)
  useEffect(() => {
    if (written === null) return dropDraft(person, screen)
    const timer = setTimeout(() => {
      keepDraft(person, screen, { values: JSON.parse(written), base: {}, at: Date.now() })
    }, KEEP_MS)
    return () => clearTimeout(timer)
  }, [written, person, screen])
}
