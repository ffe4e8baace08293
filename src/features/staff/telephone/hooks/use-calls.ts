import { useEffect, useReducer } from 'react'
import { type Call, type CallPatch, isBlank, newCall, patched } from '../model/call'
import { callsElsewhere, forgetCall, holdCall, keepCall, keptCalls } from '../model/call-storage'

/** Maximum number of open calls. There are nine, because the digit keys 1 to 9 switch between calls. */
export const MAX_CALLS = 9

export interface Calls {
  calls: readonly Call[]
  shown: string
}

export type CallStep =
  | { do: 'adopt'; calls: readonly Call[]; popped: string | null }
  | { do: 'open'; call?: Call }
  | { do: 'pop'; number: string }
  | { do: 'change'; id: string; patch: CallPatch }
  | { do: 'close'; id: string }
  | { do: 'show'; id: string }

/**
 * Adds a call from a number that a telephone system passed in. If a blank call is shown, the number is put into it. Otherwise
 * the new call opens in the background, so that the dispatcher can go on typing. If `MAX_CALLS` are open, the number is
 * ignored.
 */
function pop({ calls, shown }: Calls, number: string): Calls {
  const blank = calls.find((call) => call.id === shown && isBlank(call))
  if (blank) return { shown, calls: calls.map((call) => (call === blank ? { ...call, text: number } : call)) }
  return calls.length < MAX_CALLS ? { shown, calls: [...calls, newCall(number)] } : { calls, shown }
}

export function callsReducer(state: Calls, step: CallStep): Calls {
  const { calls, shown } = state
  switch (step.do) {
    case 'adopt': {
      // Blank calls are dropped if there are other ones. Calls with entries stay, because the dispatcher may have begun to type
      // while the stored calls were being read. A call from the telephone system then opens in the background.
      const begun = calls.filter((call) => !isBlank(call))
      const popped = step.popped === null ? [] : [newCall(step.popped)]
      const room = Math.max(0, MAX_CALLS - begun.length - popped.length)
      // Leaves out stored calls that are already open in this window: a call is stored as soon as something is typed into it.
      const kept = step.calls.filter(({ id }) => calls.every((call) => call.id !== id)).slice(0, room)
      const last = begun.at(-1) ?? popped[0] ?? kept.at(-1)
      return last ? { calls: [...kept, ...begun, ...popped], shown: last.id } : state
    }
    case 'open': {
      if (calls.length >= MAX_CALLS) return state
      // If a blank call is open, it is shown instead of adding another one.
      const blank = step.call ? undefined : calls.find(isBlank)
      if (blank) return { calls, shown: blank.id }
      const call = step.call ?? newCall()
      return { calls: [...calls, call], shown: call.id }
    }
    case 'pop':
      return pop(state, step.number)
    case 'change':
      return { shown, calls: calls.map((call) => (call.id === step.id ? patched(call, step.patch) : call)) }
    case 'close': {
      const rest = calls.filter(({ id }) => id !== step.id)
      if (rest.length === 0) {
        const call = newCall()
        return { calls: [call], shown: call.id }
      }
      const at = calls.findIndex(({ id }) => id === step.id)
      return { calls: rest, shown: shown === step.id ? (rest[Math.min(at, rest.length - 1)]?.id ?? '') : shown }
    }
    case 'show':
      return calls.some(({ id }) => id === step.id) ? { calls, shown: step.id } : state
  }
}

const begin = (): Calls => {
  const call = newCall()
  return { calls: [call], shown: call.id }
}

/**
 * Returns the calls of this window and functions to change them. Calls are stored on the device, separately for each desk user.
 */
export function useCalls(person: string, popped: string | null) {
  const [state, dispatch] = useReducer(callsReducer, null, begin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each desk user
  useEffect(() => {
    let isCurrent = true
    void callsElsewhere().then((elsewhere) => {
      if (!isCurrent) return
      const kept = keptCalls(person).filter(({ id }) => !elsewhere.has(id))
      dispatch({ do: 'adopt', calls: kept, popped })
    })
    return () => {
      isCurrent = false
    }
  }, [person])
  useEffect(() => {
    for (const call of state.calls) if (!isBlank(call)) keepCall(person, call)
  }, [state.calls, person])
  const ids = state.calls.map(({ id }) => id).join(' ')
  useEffect(() => {
    const holds = ids.split(' ').map(holdCall)
    return () => {
      for (const letGo of holds) letGo()
    }
  }, [ids])
  const close = (id: string) => {
    forgetCall(person, id)
    dispatch({ do: 'close', id })
  }
  return { ...state, dispatch, close }
}
