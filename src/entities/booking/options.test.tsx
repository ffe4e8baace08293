import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type Cache, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type TripOptions, useTripOptions } from './options'
import type { BookingStatus } from './status'

/** Responses of the simulated server, which the test sends when it wants. */
const server = vi.hoisted(() => ({ answers: [] as ((actions: string[]) => void)[] }))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    rpc: () =>
      new Promise((resolve) => {
        server.answers.push((actions) =>
          resolve({ data: [{ actions, free_until: '2026-05-01T10:00:00Z', cash_amount: 12.35 }], error: null })
        )
      })
  }
}))

let root: Root
let options: TripOptions | undefined

function Probe({ status, driver_id }: { status: BookingStatus; driver_id: string | null }) {
  options = useTripOptions({ id: 'b', status, driver_id })
  return null
}

const show = (status: BookingStatus, driver_id: string | null = 'd') =>
  act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => cache }}>
        <Probe status={status} driver_id={driver_id} />
      </SWRConfig>
    )
  )
const answer = (...actions: string[]) => act(async () => server.answers.pop()?.(actions))
let cache: Cache

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  cache = new Map()
  root = createRoot(document.createElement('div'))
  await show('ACCEPTED')
  await answer('cancel', 'chat', 'share')
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('deadlines, amounts and commands of the previous status are hidden while the new ones load', async () => {
  expect(options).toMatchObject({ actions: ['cancel', 'chat', 'share'], cashAmount: 12.35 })
  await show('STARTED')
  expect(options).toMatchObject({ freeUntil: null, leaveAt: null, searchAt: null, cashAmount: null })
  expect(options?.actions).not.toContain('cancel')
  await answer('end_trip', 'chat')
  expect(options).toMatchObject({ actions: ['end_trip', 'chat'], cashAmount: 12.35 })
})

it('chat and sharing stay open over a change of status, but not of driver', async () => {
  await show('ARRIVED')
  expect(options?.actions).toEqual(['chat', 'share'])
  await show('ACCEPTED', 'another')
  expect(options).toBeUndefined()
})
