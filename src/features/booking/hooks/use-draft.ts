import { useEffect, useReducer, useRef } from 'react'
import { onDraftElsewhere, readDraft, writeDraft } from '../draft-storage'
import { emptyDraft } from '../model'
import { bookingReducer, startState } from '../state'
import { usePinAddress } from './use-pin'

interface Person {
  status: 'loading' | 'signed_out' | 'signed_in'
  userId: string | null
}

/** The draft of this device and the steps that change it; of several tabs the newest change counts. */
export function useDraft({ status, userId }: Person) {
  const kept = useRef<ReturnType<typeof readDraft> | null>(null)
  const [state, dispatch] = useReducer(bookingReducer, null, () => {
    kept.current = readDraft(localStorage)
    return startState(kept.current.draft)
  })
  const { draft } = state
  useEffect(() => {
    if (draft !== kept.current?.draft) kept.current = writeDraft(localStorage, draft, userId)
  }, [draft, userId])
  useEffect(
    () =>
      onDraftElsewhere(() => {
        kept.current = readDraft(localStorage)
        dispatch({ do: 'adopt', draft: kept.current.draft })
      }),
    []
  )
  // Where somebody else wanted to go, and to whom they sent something, is theirs.
  useEffect(() => {
    const owner = kept.current?.userId
    if (status !== 'loading' && owner && owner !== userId) dispatch({ do: 'adopt', draft: emptyDraft })
  }, [status, userId])
  usePinAddress(state.pin, dispatch)
  return {
    state,
    dispatch,
    /** One key for each order: pressed twice, or in two tabs, it is one booking. */
    orderKey: () => kept.current?.key ?? crypto.randomUUID(),
    /** It is booked: no tab goes on with it. */
    forget: () => {
      kept.current = writeDraft(localStorage, emptyDraft, null)
    }
  }
}
