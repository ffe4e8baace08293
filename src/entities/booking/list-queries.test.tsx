import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Owner, ownerOf } from './list'
import { useActiveBookings, useFoundBookings, usePastBookings } from './list-queries'

/** A demo's database: staff reads no row of the table, and all of the list. */
const { asked } = vi.hoisted(() => ({ asked: [] as string[] }))
vi.mock('@/lib/supabase', () => {
  const answer = (source: string, rows: unknown[]) => {
    asked.push(source)
    const query: unknown = new Proxy(
      {},
      {
        get: (_, name) =>
          name === 'then' ? (resolve: (value: unknown) => void) => resolve({ data: rows, error: null }) : () => query
      }
    )
    return query
  }
  return {
    supabase: {
      from: (table: string) => answer(table, []),
      rpc: (name: string) => answer(`${name}()`, [{ id: 'b', created_at: '2026-05-01T10:00:00Z' }])
    }
  }
})

let root: Root
let rows: { active: number; past: number; found: number }

function Lists({ owner }: { owner: Owner }) {
  const active = useActiveBookings(owner, 0)
  const past = usePastBookings(owner)
  const found = useFoundBookings({ reference: 'AB', status: null })
  rows = { active: active.data?.length ?? 0, past: past.rows.length, found: found.rows.length }
  return null
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  asked.length = 0
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

const list = (role: string) =>
  act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <Lists owner={ownerOf(role, 'u')} />
      </SWRConfig>
    )
  )

it.each(['admin', 'fleetadmin'])(
  'shows bookings to a %s in a demo, where the table has none for staff',
  async (role) => {
    await list(role)
    expect(rows).toEqual({ active: 1, past: 1, found: 1 })
    expect(new Set(asked)).toEqual(new Set(['list_bookings()']))
  }
)

it("reads a rider's own bookings from the table", async () => {
  await list('rider')
  expect(asked.filter((source) => source === 'bookings')).toHaveLength(2)
})
