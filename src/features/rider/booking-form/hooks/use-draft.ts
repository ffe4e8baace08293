import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { emptyDraft, hasRoute } from '../model/draft'
import {
  dropStash,
  onDraftElsewhere,
  readDraft,
  readStash,
  stashDraft,
  takeBack,
  writeDraft
} from '../model/draft-storage'
import { bookingReducer, startState } from '../model/state'
import { usePinAddress } from './use-pin'

interface Person {
  status: 'loading' | 'signed_out' | 'half' | 'signed_in'
  userId: string | null
}

/**
 * Returns the draft of this device and the reducer that changes it. If several tabs change the draft, the newest change wins.
 */
export function useDraft({ status, userId }: Person) {
  const kept = useRef<ReturnType<typeof readDraft> | null>(null)
  const [state, dispatch] = useReducer(bookingReducer, null, () => {
    kept.current = readDraft(localStorage)
    return startState(kept.current.draft)
  })
  const { draft } = state
  const location = useLocation()
  const isForgotten = useRef(false)
  useEffect(() => {
    // The form stays on screen until the booked trip's page has loaded. A change by itself, such as another payment after the
    // wallet has paid, would store the booked ride again.
    if (isForgotten.current) return
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
  // Places and recipients are private to the user who entered them. If that user's session ends during booking, the draft is
  // stashed until the same user signs in again. If the user signs out, it is deleted.
  const settle = useEffectEvent(() => {
    const before = kept.current
    const hasLeft = location.state?.left === true
    const isOthers = before !== null && before.userId !== null && before.userId !== userId
    if (userId === null) {
      if (before && isOthers) stashDraft(localStorage, before)
      if (hasLeft) dropStash(localStorage)
      setAside(readStash(localStorage) !== null)
    } else {
      // A route that was entered in the meantime is newer than the stashed draft, so it stays.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each user, and when one has signed out
  useEffect(() => {
    if (status !== 'loading') settle()
  }, [status, userId, location.state])
  usePinAddress(state.pin, dispatch)
  return {
    state,
    dispatch,
    /** Whether the draft of a user whose session has ended is stored. */
    isAside,
    /** Returns the idempotency key of the order: pressing Book twice, or in two tabs, books once. */
    orderKey: () => kept.current?.key ?? crypto.randomUUID(),
    /** Removes the draft in all tabs; called after booking, when the page is about to be left. */
    forget: () => {
      isForgotten.current = true
      kept.current = writeDraft(localStorage, emptyDraft, null)
    }
  }
}
