import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { onDraftElsewhere, readDraft, readStash, stashDraft, takeBack, writeDraft } from '../draft-storage'
import { emptyDraft, hasRoute } from '../model'
import { bookingReducer, startState } from '../state'
import { usePinAddress } from './use-pin'

interface Person {
  status: 'loading' | 'signed_out' | 'signed_in'
  userId: string | null
}

/** The draft of this device and the reducer that changes it; across tabs the newest change wins. */
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
  const [isAside, setAside] = useState(false)
  // Places and recipients are private to the user who entered them. A session may also end during booking, so the draft is
  // stashed for its owner.
  const settle = useEffectEvent(() => {
    const before = kept.current
    const isOthers = before !== null && before.userId !== null && before.userId !== userId
    if (userId === null) {
      if (before && isOthers) stashDraft(localStorage, before)
      setAside(readStash(localStorage) !== null)
    } else {
      // A ride that was entered in the meantime is newer than the stored one, so it stays.
      const back = takeBack(localStorage, userId)
      setAside(false)
      if (back && (isOthers || !hasRoute(draft))) {
        kept.current = back
        dispatch({ do: 'adopt', draft: back.draft })
        return
      }
    }
    if (isOthers) dispatch({ do: 'adopt', draft: emptyDraft })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person
  useEffect(() => {
    if (status !== 'loading') settle()
  }, [status, userId])
  usePinAddress(state.pin, dispatch)
  return {
    state,
    dispatch,
    /** Whether a draft is stored for a user who is signed out. */
    isAside,
    /** One idempotency key per order: pressing twice, or in two tabs, books once. */
    orderKey: () => kept.current?.key ?? crypto.randomUUID(),
    /** To call after booking: removes the draft in all tabs. */
    forget: () => {
      kept.current = writeDraft(localStorage, emptyDraft, null)
    }
  }
}
