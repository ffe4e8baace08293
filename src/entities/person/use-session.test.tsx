import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from './use-session'

const { calls, rpc, row, trips, auth, topic } = vi.hoisted(() => ({
  calls: [] as string[],
  rpc: vi.fn(),
  auth: { tell: (_event: string, _session: unknown) => {}, error: null as { name: string } | null },
  topic: { name: null as string | null, hear: (_message?: unknown) => {} },
  row: { current: {} as Record<string, unknown> | null },
  trips: { current: [] as unknown[] }
}))

vi.mock('@/entities/settings/use-settings', () => ({
  settingsKey: 'settings',
  useSettings: () => ({ settings: { driver_approval: true } })
}))
vi.mock('@/lib/use-broadcast', () => ({
  useBroadcast: (name: string | null, hear: (message?: unknown) => void) => {
    Object.assign(topic, { name, hear })
  }
}))
vi.mock('@/lib/auth-client', () => ({
  mayBeSignedIn: () => true,
  watchAuth: (tell: (event: string, session: unknown) => void) => {
    auth.tell = tell
    tell('SIGNED_IN', { user: { id: row.current?.id } })
    return () => {}
  },
  loadAuth: async () => ({
    signOut: async () => void calls.push('signOut'),
    // As auth-js does: a session that is not there any more is forgotten by the client itself.
    getUser: async () => {
      calls.push('getUser')
      if (auth.error) auth.tell('SIGNED_OUT', null)
      return { data: { user: null }, error: auth.error }
    }
  })
}))
vi.mock('@/lib/supabase', () => ({
  supabase: {
    from: () => ({
      select: () => ({
        eq: () => ({ maybeSingle: async () => ({ data: row.current, error: null }) }),
        or: () => ({ limit: async () => ({ data: trips.current, error: null }) })
      })
    }),
    rpc
  }
}))

let people = 0
let root: Root
let seen: ReturnType<typeof useSession>

function Watch() {
  seen = useSession()
  return null
}

async function signIn(usertype: string, fields: Record<string, unknown> = {}) {
  // Each test is another person, as profiles are kept by their id.
  people += 1
  row.current = { id: `person${people}`, usertype, approved: true, ...fields }
  await act(async () => {
    root.render(
      <SessionProvider>
        <Watch />
      </SessionProvider>
    )
  })
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  calls.length = 0
  rpc.mockReset().mockImplementation(async (name: string, args: unknown) => {
    calls.push(`${name} ${JSON.stringify(args)}`)
    return { data: null, error: null }
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})

afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('takes a driver off duty before the session ends', async () => {
  await signIn('driver')
  expect(seen.role).toBe('driver')
  await act(() => seen.signOut())
  expect(calls).toEqual(['set_driver_active {"active":false}', 'signOut'])
})

it('ends the session after two seconds though the server does not answer', async () => {
  await signIn('driver')
  rpc.mockReturnValue(new Promise(() => {}))
  vi.useFakeTimers()
  const leaving = seen.signOut()
  await vi.advanceTimersByTimeAsync(1900)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  await leaving
  expect(calls).toEqual(['signOut'])
})

it('asks nothing of a rider who leaves', async () => {
  await signIn('rider')
  await act(() => seen.signOut())
  expect(calls).toEqual(['signOut'])
})

it('signs out at once who may not stay, and says why', async () => {
  await signIn('driver', { approved: false })
  expect(seen.notice).toBe('require_approval')
  expect(calls).toEqual(['signOut'])
})

const suspended = { approved: false, suspended_at: '2026-01-01T00:00:00Z' }

it('signs a suspended rider out at once', async () => {
  trips.current = []
  await signIn('rider', suspended)
  expect(seen.notice).toBe('account_suspended')
  expect(calls).toEqual(['signOut'])
})

it('lets a suspended rider stay in the middle of a ride', async () => {
  trips.current = [{ id: 'ride' }]
  await signIn('rider', suspended)
  expect(seen.status).toBe('signed_in')
})

it('leaves when it is told that its session ended, and asks for a new sign-in', async () => {
  await signIn('rider')
  expect(topic.name).toBe(`user:${seen.user?.id}`)
  auth.error = { name: 'AuthSessionMissingError' }
  await act(async () => topic.hear({ event: 'session_ended', payload: { id: seen.user?.id } }))
  expect(seen.status).toBe('signed_out')
  expect(seen.notice).toBe('not_logged_in')
})

it('stays when the session that ended was another one, and asks nothing when the channel is merely joined', async () => {
  await signIn('rider')
  auth.error = null
  await act(async () => topic.hear())
  expect(calls).toEqual([])
  await act(async () => topic.hear({ event: 'session_ended', payload: {} }))
  expect(calls).toEqual(['getUser'])
  expect(seen.status).toBe('signed_in')
})
