import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { onDraftElsewhere, readDraft, readStash, stashDraft, takeBack, writeDraft } from '../draft-storage'
import { emptyDraft, hasRoute } from '../model'
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
  const [isAside, setAside] = useState(false)
  // Where somebody wanted to go, and to whom they sent something, is theirs: nobody else sees it. A session may also end in
  // the middle of booking, so the draft waits for its owner.
  const settle = useEffectEvent(() => {
    const before = kept.current
    const isOthers = before !== null && before.userId !== null && before.userId !== userId
    if (userId === null) {
      if (before && isOthers) stashDraft(localStorage, before)
      setAside(readStash(localStorage) !== null)
    } else {
      // A ride that was filled in meanwhile is newer than what waits.
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
    /** A draft waits for somebody who is signed out. */
    isAside,
    /** One key for each order: pressed twice, or in two tabs, it is one booking. */
    orderKey: () => kept.current?.key ?? crypto.randomUUID(),
    /** It is booked: no tab goes on with it. */
    forget: () => {
      kept.current = writeDraft(localStorage, emptyDraft, null)
    }
  }
}
