import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePrefill } from './use-prefill'

vi.mock('@/lib/server/functions', () => ({
  loadFunctions: async () => ({
    invoke: async (_: string, { body }: { body: { latlng: string } }) => ({
      data: { address: `Städtle at ${body.latlng}` },
      error: null
    })
  })
}))
vi.mock('@/lib/server/supabase', () => ({ supabase: {} }))

const dispatch = vi.fn()
let root: ReturnType<typeof createRoot>

function Probe() {
  usePrefill({ status: 'signed_out', userId: null }, true, dispatch)
  return null
}

/** Renders the hook with the given geolocation permission. */
async function openWith(state: 'granted' | 'prompt') {
  const getCurrentPosition = vi.fn((tell: (at: unknown) => void) =>
    tell({ coords: { latitude: 47.141, longitude: 9.5209 } })
  )
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), {
      geolocation: { getCurrentPosition },
      permissions: { query: async () => ({ state }) }
    })
  )
  await act(async () => root.render(<Probe />))
  await act(async () => {})
  return getCurrentPosition
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  dispatch.mockReset()
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

// Spec 7.65
it('the form and its map start at the browser’s position if that is permitted', async () => {
  await openWith('granted')
  await vi.waitFor(() =>
    expect(dispatch).toHaveBeenCalledWith({
      do: 'prefill',
      place: { lat: 47.141, lng: 9.5209, add: expect.stringContaining('47.14') }
    })
  )
})

// Spec 7.65
it('a browser that would have to ask for permission is not asked', async () => {
  expect(await openWith('prompt')).not.toHaveBeenCalled()
  expect(dispatch).not.toHaveBeenCalled()
})
