import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ownerOf } from './list'
import { useActiveBookings, usePastBookings } from './list-queries'

const { asked } = vi.hoisted(() => ({ asked: [] as string[] }))
vi.mock('@/lib/server/supabase', () => {
  const answer = (source: string) => {
    asked.push(source)
    const query: unknown = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'then' ? (resolve: (value: unknown) => void) => resolve({ data: [], error: null }) : () => query
      }
    )
    return query
  }
  return { supabase: { from: answer, rpc: (name: string) => answer(`${name}()`) } }
})

let root: Root

function Lists() {
  useActiveBookings(ownerOf('rider', 'u'), 0)
  usePastBookings(ownerOf('rider', 'u'))
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it("a rider's own bookings are read from the table", async () => {
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Lists />
      </SWRConfig>
    )
  )
  expect(asked).toEqual(['bookings', 'bookings'])
})
