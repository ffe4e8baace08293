import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage } from './channels'
import { useBroadcast } from './use-broadcast'

const socket = vi.hoisted(() => ({ tell: (_: BroadcastMessage) => {}, join: () => {} }))
vi.mock('./channels', () => ({
  listen: (
    _: string,
    { onMessage, onState }: { onMessage: (message: BroadcastMessage) => void; onState: (state: string) => void }
  ) => {
    socket.tell = onMessage
    socket.join = () => onState('live')
    return () => {}
  }
}))

/** The requests of the page, in order; a test answers them. */
let requests: ((answer: string) => void)[] = []

function Page() {
  const { data, mutate } = useSWR('row', () => new Promise<string>((resolve) => requests.push(resolve)), {
    revalidateOnFocus: false
  })
  useBroadcast('rows', () => mutate())
  return data ?? 'nothing'
}

let root: Root
const tell = (event: string, id: string) => act(async () => socket.tell({ event, payload: { id } }))
const answer = (number: number, text: string) => act(async () => requests[number]?.(text))
const shown = () => document.body.textContent

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  requests = []
  document.body.replaceChildren()
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Page />
      </SWRConfig>
    )
  )
  await answer(0, 'first')
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a burst of messages shows the first response, and then one that is newer than all of them', async () => {
  await tell('status', 'a')
  await tell('status', 'a')
  await tell('status', 'a')
  await answer(1, 'accepted')
  expect(shown()).toBe('accepted')
  await answer(2, 'promised')
  expect(shown()).toBe('promised')
  expect(requests).toHaveLength(3)
})

it('messages about other rows are not lost while one is being fetched', async () => {
  await tell('status', 'a')
  await tell('status', 'b')
  await tell('other', 'b')
  for (const number of [1, 2, 3]) await answer(number, String(number))
  expect({ shown: shown(), requests: requests.length }).toEqual({ shown: '3', requests: 4 })
})

it('a rejoined channel, or a request without an answer, lets the page ask at once again', async () => {
  await tell('status', 'a')
  await act(async () => socket.join())
  await answer(2, 'joined')
  expect(shown()).toBe('joined')
  await tell('status', 'a')
  await tell('status', 'a')
  expect(requests).toHaveLength(4)
  await act(async () => vi.advanceTimersByTime(5000))
  await answer(4, 'asked anew')
  expect(shown()).toBe('asked anew')
})

it('messages that wait when the page leaves a topic are not handled for another one', async () => {
  const handled: string[] = []
  function Topic({ name }: { name: string }) {
    useBroadcast(name, (message) => {
      handled.push(`${name} ${message?.payload.id}`)
      return new Promise(() => {})
    })
    return null
  }
  await act(async () => root.render(<Topic name="rows" />))
  await tell('status', 'a')
  await tell('status', 'b')
  await act(async () => root.render(<Topic name="others" />))
  await act(async () => vi.advanceTimersByTime(5000))
  expect(handled).toEqual(['rows a'])
})
