import { useEffect } from 'react'
import { readStored } from '@/lib/storage/stored'
import { KEPT_CALL } from './call'

/** Sends a call for help that is still stored because the page was closed without a signal. */
export function useKeptCall(personId: string): void {
  useEffect(() => {
    if (readStored(KEPT_CALL) !== null) void import('./store').then(({ resumeCall: takeUp }) => takeUp(personId))
  }, [personId])
}
