import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unwrap } from '@/lib/server/api'
import { SessionProvider, useSession } from './use-session'

const { calls, rpc, row, refusal, people, auth, topic, settings, factor } = vi.hoisted(() => ({
  calls: [] as string[],
  rpc: vi.fn(),
  auth: {
    tell: (_event: string, _session: unknown) => {},
    error: null as { name: string; status?: number; code?: string } | null,
    revoked: Promise.resolve()
  },
  topic: { name: null as string | null, hear: (_message?: unknown) => {} },
  row: { current: {} as Record<string, unknown> | null },
  refusal: { current: null as string | null },
  people: { count: 0 },
  settings: { current: {} as Record<string, unknown> | undefined },
  factor: { isStrong: false, has: false }
}))

vi.mock('@/entities/settings/use-settings', () => ({
  settingsKey: 'settings',
  useSettings: () => ({ settings: settings.current, error: undefined })
}))
vi.mock('@/lib/server/use-broadcast', () => ({
  useBroadcast: (name: string | null, hear: (message?: unknown) => void) => {
    Object.assign(topic, { name, hear })
  }
}))
vi.mock('@/lib/session/auth-client', () => ({
  mayBeSignedIn: () => true,
  isStrong: () => factor.isStrong,
  storedUser: () => null,
  watchAuth: (tell: (event: string, session: unknown) => void) => {
    auth.tell = tell
    tell('SIGNED_IN', sessionOf())
    return () => {}
  },
  loadAuth: async () => ({
    signOut: () => {
      calls.push('signOut')
      return auth.revoked
    },
    // Like the real client (auth-js), this one drops a session that no longer exists.
    getUser: async () => {
      calls.push('getUser')
      if (auth.error?.name === 'AuthSessionMissingError') auth.tell('SIGNED_OUT', null)
      return { data: { user: null }, error: auth.error }
    }
  })
}))
vi.mock('@/lib/server/supabase', () => ({
  supabase: {
    from: () => ({
      select: () => ({
        eq: () => ({ maybeSingle: async () => ({ data: row.current, error: null }) })
      })
    }),
    rpc
  }
}))

function sessionOf() {
  return { user: { id: `person${people.count}`, factors: factor.has ? [{ status: 'verified' }] : [] } }
}

/** Acts, and waits for the code that loads on demand. */
async function actSettled(work: () => void) {
  await act(async () => {
    work()
    await vi.dynamicImportSettled()
  })
}

let root: Root
let seen: ReturnType<typeof useSession>

function Watch() {
  seen = useSession()
  return null
}

async function signIn(usertype: string | null, because: string | null = null) {
  // Each test uses another person, because profiles are cached by id.
  people.count += 1
  row.current = usertype === null ? null : { id: `person${people.count}`, usertype }
  refusal.current = because
  await act(async () => {
    root.render(
      <SessionProvider>
        <Watch />
      </SessionProvider>
    )
  })
}

beforeEach(() => {
  auth.revoked = Promise.resolve()
  settings.current = {}
  Object.assign(factor, { isStrong: false, has: false })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  calls.length = 0
  rpc.mockReset().mockImplementation(async (name: string, args: unknown) => {
    if (name === 'session_refusal') return { data: refusal.current, error: null }
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

// Spec 4.54
it('signing out takes a driver off duty before the session ends', async () => {
  await signIn('driver')
  expect(seen.role).toBe('driver')
  await act(() => seen.signOut())
  expect(calls).toEqual(['set_driver_active {"active":false}', 'signOut'])
})

// Spec 4.54, 9.18
it('signing out ends the session after two seconds if the server does not respond', async () => {
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

// Spec 9.18
it('signing out does not wait for a server that does not answer the end of the session', async () => {
  await signIn('rider')
  auth.revoked = new Promise(() => {})
  vi.useFakeTimers()
  let isOver = false
  void seen.signOut().then(() => {
    isOver = true
  })
  await vi.advanceTimersByTimeAsync(1900)
  expect([calls, isOver]).toEqual([['signOut'], false])
  await vi.advanceTimersByTimeAsync(200)
  expect(isOver).toBe(true)
})

it('signing out asks a rider nothing', async () => {
  await signIn('rider')
  await act(() => seen.signOut())
  expect(calls).toEqual(['signOut'])
})

// Spec 4.53
it('a person whom the server no longer admits is signed out at once, with the reason', async () => {
  await signIn('driver', 'require_approval')
  expect(seen.notice).toBe('require_approval')
  expect(calls).toEqual(['signOut'])
})

it('a person without a profile is signed out', async () => {
  await signIn(null)
  expect(seen.notice).toBe('user_issue_contact_admin')
  expect(calls).toEqual(['signOut'])
})

// Spec 6.28, 8.17
it('a person with an unknown role is signed out', async () => {
  await signIn('owner')
  expect(seen.notice).toBe('not_valid_user_type')
  expect(calls).toEqual(['signOut'])
})

it('a broadcast that the session ended signs the person out and asks for a new sign-in', async () => {
  await signIn('rider')
  expect(topic.name).toBe(`user:${seen.user?.id}`)
  auth.error = { name: 'AuthSessionMissingError' }
  await actSettled(() => topic.hear({ event: 'session_ended', payload: { id: seen.user?.id } }))
  expect(seen.status).toBe('signed_out')
  expect(seen.notice).toBe('not_logged_in')
})

it.each([
  ['not_logged_in', 401],
  ['not_allowed', 403]
])('a call that is refused with %s because the session has ended signs the person out', async (key, status) => {
  await signIn('rider')
  auth.error = { name: 'AuthSessionMissingError' }
  const refused = unwrap(Promise.resolve({ data: null, error: { code: `PT${status}`, message: key } }))
  await act(async () => {
    expect(await refused.catch(({ key: of }: { key: string }) => of)).toBe(key)
    await vi.dynamicImportSettled()
  })
  expect(seen.status).toBe('signed_out')
  expect(seen.notice).toBe('not_logged_in')
})

it('a refusal of a person whose session goes on changes nothing', async () => {
  await signIn('rider')
  auth.error = null
  const refused = unwrap(Promise.resolve({ data: null, error: { code: 'PT403', message: 'not_allowed' } }))
  await act(async () => {
    await refused.catch(() => undefined)
    await vi.dynamicImportSettled()
  })
  expect(calls).toEqual(['getUser'])
  expect(seen.status).toBe('signed_in')
})

it('the end of another session changes nothing, and joining the channel requests nothing', async () => {
  await signIn('rider')
  auth.error = null
  await act(async () => topic.hear())
  expect(calls).toEqual([])
  await actSettled(() => topic.hear({ event: 'session_ended', payload: {} }))
  expect(calls).toEqual(['getUser'])
  expect(seen.status).toBe('signed_in')
})

it.each([
  [403, undefined, 'signed_in'],
  [401, undefined, 'signed_in'],
  [403, 'bad_jwt', 'signed_in'],
  [403, 'user_banned', 'signed_out']
])('a response %s with code %s to the question whether the session has ended: %s', async (status, code, then) => {
  await signIn('rider')
  auth.error = { name: 'AuthApiError', status, ...(code && { code }) }
  await actSettled(() => topic.hear({ event: 'session_ended', payload: {} }))
  expect(calls).toEqual(['getUser', ...(then === 'signed_out' ? ['signOut'] : [])])
})

it('a person who signs in again at once is recognised', async () => {
  await signIn('rider')
  const user = { id: `person${people.count}` }
  auth.error = { name: 'AuthSessionMissingError' }
  await actSettled(() => topic.hear({ event: 'session_ended', payload: { id: user.id } }))
  expect(seen.status).toBe('signed_out')
  auth.error = null
  await act(async () => auth.tell('SIGNED_IN', { user }))
  expect(seen.status).toBe('signed_in')
  expect(seen.role).toBe('rider')
})

const asked = { staff_second_factor: true }
const demo = { allow_critical_edits_admin: false }

it.each([
  ['an admin', 'admin', asked, { has: false }, 'half', 'enrol'],
  ['a fleet admin with one', 'fleetadmin', asked, { has: true }, 'half', 'verify'],
  ['an admin with one, where the firm asks for none', 'admin', {}, { has: true }, 'half', 'verify'],
  ['an admin with one in a demo', 'admin', demo, { has: true }, 'signed_in', null],
  ['an admin without one, where the firm asks for none', 'admin', {}, { has: false }, 'signed_in', null],
  ['an admin who has entered its code', 'admin', asked, { has: true, isStrong: true }, 'signed_in', null],
  ['an admin before the settings are known', 'admin', undefined, { has: false }, 'loading', null],
  ['a driver', 'driver', asked, { has: false }, 'signed_in', null],
  ['a rider', 'rider', asked, { has: true }, 'signed_in', null]
] as const)('the second factor of %s', async (_, role, row, has, status, missing) => {
  settings.current = row
  Object.assign(factor, has)
  await signIn(role)
  expect(seen).toMatchObject({ status, missing, role: status === 'signed_in' ? role : null })
  expect(seen.user?.id).toBe(status === 'signed_in' ? `person${people.count}` : undefined)
})

it('staff counts as a visitor until the second factor is proved, and then listens to the own topic', async () => {
  settings.current = asked
  factor.has = true
  await signIn('admin')
  expect([seen.status, seen.profile?.id, topic.name]).toEqual(['half', `person${people.count}`, null])
  factor.isStrong = true
  await act(async () => auth.tell('MFA_CHALLENGE_VERIFIED', sessionOf()))
  expect([seen.status, seen.role, topic.name]).toEqual(['signed_in', 'admin', `user:person${people.count}`])
})
