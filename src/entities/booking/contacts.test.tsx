import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { type Cache, SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useContacts } from './queries'
import type { BookingStatus } from './status'

/** Responses of the simulated server, which the test sends when it wants. */
const server = vi.hoisted(() => ({ answers: [] as ((note: string | null) => void)[] }))
vi.mock('@/lib/server/supabase', () => {
  const limit = () =>
    new Promise((resolve) => {
      server.answers.push((note) => resolve({ data: note ? [{ delivery_instructions: note }] : [], error: null }))
    })
  return { supabase: { from: () => ({ select: () => ({ eq: () => ({ limit }) }) }) } }
})

let root: Root
let cache: Cache
let note: string | null | undefined

function Probe({ status, driver }: { status: BookingStatus; driver: string }) {
  note = useContacts('b', status, driver).data?.delivery_instructions
  return null
}

const show = (status: BookingStatus, driver = 'd') =>
  act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => cache }}>
        <Probe status={status} driver={driver} />
      </SWRConfig>
    )
  )
const answer = (said: string | null) => act(async () => server.answers.pop()?.(said))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  cache = new Map()
  root = createRoot(document.createElement('div'))
  await show('ARRIVED')
  await answer('Second floor')
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('contacts stay over a change of status until the server answers', async () => {
  await show('STARTED')
  expect(note).toBe('Second floor')
  await answer(null)
  expect(note).toBeUndefined()
})

it('contacts do not stay over a change of driver', async () => {
  await show('ACCEPTED', 'another')
  expect(note).toBeUndefined()
})
