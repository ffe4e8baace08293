import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Role } from '@/entities/person'
import type { BroadcastMessage, ChannelState } from '@/lib/server/channels'
import { startI18n } from '@/lib/texts/i18n'
import { DrawerNav } from './drawer-nav'
import { useCounts } from './use-counts'

interface Listener {
  onMessage: (message: BroadcastMessage) => void
  onState: (state: ChannelState) => void
}

const office = vi.hoisted(() => ({
  role: 'admin',
  counts: { attention: 2, withdrawals: 7, money: null } as Record<string, number | null>,
  asked: 0,
  state: 'live' as ChannelState,
  topics: [] as string[],
  listeners: new Set<Listener>()
}))
vi.mock('@/lib/server/channels', () => ({
  isLive: () => office.state === 'live',
  listen: (topic: string, listener: Listener) => {
    office.topics.push(topic)
    office.listeners.add(listener)
    listener.onState(office.state)
    return () => office.listeners.delete(listener)
  }
}))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc: async () => {
      office.asked++
      return { data: [office.counts], error: null }
    }
  }
}))
vi.mock('@/entities/person', () => ({
  useSession: () => ({ user: { id: 'martina' }, role: office.role }),
  useHolds: () => () => true
}))
vi.mock('../../pages/portal-pages', () => ({
  drawerOf: () => [
    {
      group: 'desk',
      items: ['bookings', 'withdraws', 'promos'].map((name) => ({
        name,
        path: `/${name}`,
        label: name,
        icon: () => null
      }))
    }
  ]
}))
vi.mock('../use-sign-out', () => ({ useSignOut: () => ({ busy: false, run: vi.fn() }) }))

function Office({ isCollapsed = false }: { isCollapsed?: boolean }) {
  const counts = useCounts()
  const drawer = { isCollapsed, toggle: () => {}, isOpen: () => true, toggleGroup: () => {}, counts }
  const role: Role = 'admin'
  return <DrawerNav role={role} drawer={drawer} isCollapsed={isCollapsed} />
}

let root: Root
const cache = new Map()
const show = (page: ReactNode) =>
  act(async () =>
    root.render(
      <MemoryRouter>
        <SWRConfig value={{ provider: () => cache }}>{page}</SWRConfig>
      </MemoryRouter>
    )
  )
const open = async (isCollapsed = false) => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  await show(<Office isCollapsed={isCollapsed} />)
}
const texts = (hidden: string) =>
  [...document.querySelectorAll('a')].map((link) => {
    const copy = link.cloneNode(true) as HTMLElement
    for (const one of copy.querySelectorAll(hidden)) one.remove()
    return link.getAttribute('aria-label') ?? copy.textContent
  })
const names = () => texts('[aria-hidden]')
const shown = () => texts('.sr-only')
const settle = (ms: number) => act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Object.assign(office, {
    role: 'admin',
    counts: { attention: 2, withdrawals: 7, money: null },
    asked: 0,
    state: 'live',
    topics: []
  })
  cache.clear()
  office.listeners.clear()
  await startI18n()
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a page with pending work shows the number and announces it to screen readers', async () => {
  await open()
  expect(names()).toEqual(['bookings', 'bookings, 2 need attention', 'withdraws', 'withdraws, 7 waiting', 'promos'])
  expect(shown()).toEqual(['bookings', '2', 'withdraws', '7', 'promos'])
})

it('a number links to the rows that it counts, and its menu entry to all rows', async () => {
  await open()
  const leads = [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(leads).toEqual(['/bookings', '/bookings?attention=yes', '/withdraws', '/withdraws?status=open', '/promos'])
})

it('no number is shown without pending work, or for work that is not this person’s', async () => {
  office.counts = { attention: 0, withdrawals: null }
  await open()
  expect(names()).toEqual(['bookings', 'withdraws', 'promos'])
})

it('100 is shown as 100 or more', async () => {
  office.counts = { attention: 1, withdrawals: 100 }
  await open()
  expect([names()[1], names()[3]]).toEqual(['bookings, 1 needs attention', 'withdraws, 100 or more waiting'])
  expect(shown()[3]).toBe('99+')
})

it('the name of a collapsed entry includes the number', async () => {
  await open(true)
  expect(names()).toEqual(['bookings, 2 need attention', 'withdraws, 7 waiting', 'promos'])
})

it('the numbers are requested once, and once more for all broadcasts within a second', async () => {
  await open()
  await settle(1100)
  expect([office.topics, office.asked]).toEqual([['admin'], 1])
  office.counts = { attention: 2, withdrawals: 5 }
  const hear = (event: string) => {
    for (const { onMessage } of office.listeners) onMessage({ event, payload: {} })
  }
  await act(async () => {
    for (const event of ['withdrawal', 'withdrawal', 'booking', 'audit']) hear(event)
  })
  await settle(1100)
  expect([names()[3], office.asked]).toEqual(['withdraws, 5 waiting', 2])
})

it('a fleet admin listens to the topic of their own fleet', async () => {
  office.role = 'fleetadmin'
  await open()
  expect(office.topics).toEqual(['fleet:martina'])
})

it('the numbers are polled while no channel announces changes', async () => {
  vi.useFakeTimers()
  office.state = 'down'
  await open()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  const before = office.asked
  office.counts = { attention: 3, withdrawals: 7 }
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect([names()[1], office.asked > before]).toEqual(['bookings, 3 need attention', true])
})

it('a person who returns to the portal immediately sees the current numbers', async () => {
  await open()
  await settle(20)
  await show(null)
  office.counts = { attention: 3, withdrawals: 7 }
  await show(<Office />)
  await settle(20)
  expect(names()[1]).toBe('bookings, 3 need attention')
})
