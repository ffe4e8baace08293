import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage } from './channels'
import { useCatalogue } from './use-catalogue'

const socket = vi.hoisted(() => ({ topics: [] as string[], tell: (_?: BroadcastMessage) => {} }))
vi.mock('./channels', () => ({
  listen: (topic: string, { onMessage }: { onMessage: (message: BroadcastMessage) => void }) => {
    socket.topics.push(topic)
    socket.tell = (message) => message && onMessage(message)
    return () => {}
  }
}))

const asked = new Map<string, number>()
function Page({ isSignedIn }: { isSignedIn: boolean }) {
  useCatalogue(isSignedIn)
  const options = { revalidateOnFocus: false, dedupingInterval: 0 }
  const count = (name: string) => () => {
    asked.set(name, (asked.get(name) ?? 0) + 1)
    return Promise.resolve(name)
  }
  useSWR('settings', count('settings'), options)
  useSWR('car-types', count('car-types'), options)
  useSWR(['promos', 'first page'], count('promos'), options)
  useSWR('bookings-active', count('bookings'), options)
  return null
}

let root: Root

async function open(isSignedIn: boolean): Promise<void> {
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Page isSignedIn={isSignedIn} />
      </SWRConfig>
    )
  )
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  asked.clear()
  socket.topics = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('signed-in people reload only the table that changed', async () => {
  await open(true)
  expect(socket.topics).toEqual(['catalogue'])
  await act(async () => socket.tell({ event: 'car_types', payload: {} }))
  expect(asked.get('car-types')).toBe(2)
  await act(async () => socket.tell({ event: 'promos', payload: {} }))
  expect(asked.get('promos')).toBe(2)
  expect(asked.get('settings')).toBe(1)
  expect(asked.get('bookings')).toBe(1)
})

it('a visitor has no socket and reloads the catalogue each minute and on return', async () => {
  await open(false)
  expect(socket.topics).toEqual([])
  await act(async () => void vi.advanceTimersByTime(60_000))
  expect(asked.get('settings')).toBe(2)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(asked.get('car-types')).toBe(3)
  expect(asked.get('bookings')).toBe(1)
})
