import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { BroadcastMessage, ChannelState } from '@/lib/server/channels'
import { useFigures } from './use-figures'

interface Listener {
  onMessage: (message: BroadcastMessage) => void
  onState: (state: ChannelState) => void
}

const topic = vi.hoisted(() => ({ listeners: new Set<Listener>(), isLive: false }))
vi.mock('@/lib/server/channels', () => ({
  isLive: () => topic.isLive,
  listen: (_: string, listener: Listener) => {
    topic.listeners.add(listener)
    if (topic.isLive) listener.onState('live')
    return () => topic.listeners.delete(listener)
  }
}))

const database = vi.hoisted(() => ({ asked: [] as string[], total: 1, drivers: 0 }))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc: async (name: string) => {
      database.asked.push(name)
      if (name === 'drivers_for_map') return { data: [], error: null }
      return { data: name === 'dashboard_totals' ? { total: database.total } : [{ day: null }], error: null }
    }
  }
}))

let root: Root
let total: unknown
function Dashboard() {
  total = (useFigures('admin', 'martina', '1', '2026-11-02', true).totals.data as { total?: number } | undefined)?.total
  return null
}
const cache = new Map()
const settle = (ms: number) => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))))
const open = async () => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => cache }}>
        <Dashboard />
      </SWRConfig>
    )
  )
}
const timesOf = (name: string) => database.asked.filter((one) => one === name).length

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  cache.clear()
  topic.listeners.clear()
  topic.isLive = false
  Object.assign(database, { asked: [], total: 1 })
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('figures are requested once, after joining the topic, so that no change is missed', async () => {
  await open()
  expect(database.asked).toEqual([])
  database.total = 2
  await act(async () => {
    topic.isLive = true
    for (const { onState } of topic.listeners) onState('live')
  })
  await settle(20)
  expect(total).toBe(2)
  // `dashboard_days` was called twice: for the selected days, and for the same number of days before.
  expect([timesOf('dashboard_totals'), timesOf('dashboard_days'), timesOf('drivers_for_map')]).toEqual([1, 2, 1])
})

it('figures are requested before a slow topic is joined, and again afterwards', async () => {
  await open()
  await settle(350)
  expect([total, timesOf('dashboard_totals')]).toEqual([1, 1])
  database.total = 2
  await act(async () => {
    for (const { onState } of topic.listeners) onState('live')
  })
  await settle(20)
  expect([total, timesOf('dashboard_totals')]).toEqual([2, 2])
})

it('a person who returns to the dashboard immediately sees the current figures', async () => {
  topic.isLive = true
  await open()
  await settle(20)
  expect([total, timesOf('dashboard_totals')]).toEqual([1, 1])
  await act(async () => root.unmount())
  database.total = 2
  await open()
  await settle(20)
  expect([total, timesOf('dashboard_totals')]).toEqual([2, 2])
})

it('figures are polled while no channel announces changes', async () => {
  vi.useFakeTimers()
  await open()
  await act(async () => {
    for (const { onState } of topic.listeners) onState('down')
  })
  await act(() => vi.advanceTimersByTimeAsync(4000))
  const before = [timesOf('dashboard_totals'), timesOf('dashboard_days')]
  database.total = 2
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect([total, timesOf('dashboard_totals'), timesOf('dashboard_days')]).toEqual([
    2,
    (before[0] ?? 0) + 1,
    (before[1] ?? 0) + 2
  ])
})
