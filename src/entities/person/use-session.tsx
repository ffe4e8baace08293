import type { Session as AuthSession, User } from '@supabase/auth-js'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useState
} from 'react'
import useSWR, { useSWRConfig } from 'swr'
import { PUSH_KEPT, SIGN_OUT_DELAY_MS } from '@/config/constants'
import { settingsKey, useSettings } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { askEarly, early } from '@/lib/server/early'
import { forgetKeys } from '@/lib/server/swr'
import { useBroadcast } from '@/lib/server/use-broadcast'
import { isStrong, loadAuth, mayBeSignedIn, type StoredUser, storedUser, watchAuth } from '@/lib/session/auth-client'
import { forgetOthers } from '@/lib/session/own-storage'
import { onSessionDoubt } from '@/lib/session/session-doubt'
import { isPaused, pause } from '@/lib/session/session-pause'
import { readStored } from '@/lib/storage/stored'
import { isRole, type Profile, type Role } from './profile'

/** What a member of staff still has to do to sign in: enter the code of a second factor, or set one up first. */
export type MissingFactor = 'verify' | 'enrol'

export interface Session {
  /** `half`: a member of staff has proved the first factor only, and counts as a visitor. */
  status: 'loading' | 'signed_out' | 'half' | 'signed_in'
  user: User | null
  /** The person's profile, also while the second factor is missing. */
  profile: Profile | null
  missing: MissingFactor | null
  role: Role | null
  /** The reason why the last session was ended (`require_approval`, …), kept until the next sign-in. */
  notice: string | null
  signOut: () => Promise<void>
  refreshProfile: () => Promise<unknown>
}

const SessionContext = createContext<Session | null>(null)

/** Loads the database client on demand, because visitors do not need it. */
const loadTables = async () => (await import('@/lib/server/supabase')).supabase

const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const profileKey = (id: string) => ['profile', id] as const
const isProfileKey = (key: unknown) => Array.isArray(key) && key[0] === 'profile'

/** Requests the profile before the page renders, so that the response arrives while the page's script loads. */
export const askProfileEarly = ({ id }: StoredUser) => askEarly(profileKey(id), () => fetchProfile(id))

/** Reads the profile, and the reason why the server ends the session; the reason is null if the session goes on. */
async function fetchProfile(id: string) {
  const supabase = await loadTables()
  const [row, refusal] = await Promise.all([
    unwrap<Profile | null>(supabase.from('profiles').select('*').eq('id', id).maybeSingle()),
    unwrap<string | null>(supabase.rpc('session_refusal'))
  ])
  return { row: row as Profile | null, refusal: refusal as string | null }
}

/** The error key for a person without a profile or with an unknown role, who cannot use the pages; otherwise null. */
function unknown(profile: Profile | null): string | null {
  if (!profile) return 'user_issue_contact_admin'
  return isRole(profile.usertype) ? null : 'not_valid_user_type'
}

/**
 * Ends the session: first on this device, then on the server. Once it has ended on the device, the person is signed out. So
 * callers wait for the server only until `late` resolves.
 */
const endSession = async (late = rest(SIGN_OUT_DELAY_MS)) =>
  // Waits 100 ms longer than `late`. If `late` has already resolved, this is enough to end the session on this device.
  Promise.race([(await loadAuth()).signOut({ scope: 'local' }), late.then(() => rest(100))])

interface Known {
  user: User
  /** `strong`: the second factor was proved in this session. `able`: the person has one. */
  level: 'strong' | 'able' | 'weak'
}

const knownOf = (session: AuthSession): Known => ({
  user: session.user,
  level: isStrong(session)
    ? 'strong'
    : session.user.factors?.some(({ status }) => status === 'verified')
      ? 'able'
      : 'weak'
})

/** The signed-in user; null if nobody is signed in, undefined while unknown. */
function useAuthUser(): Known | null | undefined {
  const [known, setKnown] = useState<Known | null | undefined>(() => (mayBeSignedIn() ? undefined : null))
  useEffect(() => {
    forgetOthers(storedUser()?.id ?? null)
    // Until the person has signed in again, it is not confirmed who is signed in.
    pause.tell = () => setKnown(undefined)
    return watchAuth((event, session) => {
      const kept = storedUser()
      forgetOthers(kept?.id ?? null)
      // Offline, an expired session can be neither renewed nor ended, so it stays unknown who is signed in. So it does with a
      // session that was ended elsewhere and is kept.
      if ((event === 'INITIAL_SESSION' && !session && kept) || isPaused()) return
      // Keeps the same object when a token was renewed for the same person: otherwise all components that read the session
      // would render again.
      const next = session && knownOf(session)
      setKnown((known) => (known?.user.id === next?.user.id && known?.level === next?.level ? known : next))
    })
  }, [])
  return known
}

/** What this person still has to do to sign in; undefined while unknown. */
function useMissingFactor(known: Known | null | undefined, role: Role | null): MissingFactor | null | undefined {
  const { settings, error } = useSettings()
  if (!known || known.level === 'strong' || !role?.endsWith('admin')) return null
  if (settings === undefined && !error) return undefined
  if (known.level === 'weak') return settings?.staff_second_factor ? 'enrol' : null
  // Visitors share the people of a demo, so nobody may lock them out.
  return settings?.staff_second_factor || settings?.allow_critical_edits_admin !== false ? 'verify' : null
}

/** Provides the current person to the pages. If the server no longer admits them, they are signed out at once. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const known = useAuthUser()
  const user = known ? known.user : known
  const { cache, mutate: change } = useSWRConfig()
  const [notice, setNotice] = useState<string | null>(null)
  const { data, mutate } = useSWR(user ? profileKey(user.id) : null, ([, id]) =>
    early(profileKey(id), () => fetchProfile(id))
  )

  const refusal = data ? (data.refusal ?? unknown(data.row)) : null
  const profile = data && !refusal ? data.row : null
  const role = profile && isRole(profile.usertype) ? profile.usertype : null
  const missing = useMissingFactor(known, role)

  const forget = useCallback(() => {
    // Signing out removes cached data, except the settings. The page that is still open then reads its data again, because some
    // of it is public, such as the map's region. The person's profile and paged lists are removed without a new request.
    const isPublic = (key: unknown) => key !== settingsKey && !isProfileKey(key)
    void change(isPublic, undefined, { revalidate: true })
    forgetKeys(cache, (key) => /^(\$inf\$|@"profile")/.test(key))
  }, [cache, change])

  useEffect(() => {
    if (profile) setNotice(null)
    if (!refusal) return
    const end = () => {
      setNotice(refusal)
      void endSession().finally(forget)
    }
    // Only a session that has ended is kept for the trip. A person who is not admitted has no more business with it.
    if (refusal === 'not_logged_in')
      void pause.session().then((isKept) => (isKept ? forgetKeys(cache, (key) => key.startsWith('@"profile"')) : end()))
    else end()
  }, [profile, refusal, forget, cache])

  // Signs out if the session has ended. It is called when the person's role or approval changed, or when another device ended
  // sessions. This page's session may still be valid, so the server is asked first.
  const leaveIfEnded = async () => {
    const { endOfSession } = await import('./leave-if-ended')
    const reason = await endOfSession()
    if (reason === null) return
    setNotice(reason)
    await endSession()
    forget()
  }
  const channel = useBroadcast(
    user && missing === null ? `user:${user.id}` : null,
    (message) => {
      if (message?.event === 'session_ended') void leaveIfEnded()
      // A suspension during a trip ends no session; the page says it.
      return message?.event === 'profile' ? mutate() : undefined
    },
    { events: ['session_ended', 'profile'] }
  )
  const onDown = useEffectEvent(() => void leaveIfEnded())
  // A server may close the channels of an ended session at once, before a message arrives. So check the session when the
  // channel goes down.
  useEffect(() => {
    if (channel === 'down') onDown()
  }, [channel])
  // A refusal may be the first sign of the end, if no channel was open to say it.
  useEffect(() => (user ? onSessionDoubt(() => onDown()) : undefined), [user])

  const signOut = useCallback(async () => {
    const late = rest(SIGN_OUT_DELAY_MS)
    const todo: PromiseLike<unknown>[] = []
    if (role === 'driver')
      todo.push(loadTables().then((supabase) => supabase.rpc('set_driver_active', { active: false })))
    // Turns off pushes to this device, if they are on. If they are off and the person is not a driver, there is nothing to wait
    // for.
    if (readStored(PUSH_KEPT) !== null)
      todo.push(import('@/lib/page/push-device').then(({ turnPushOff }) => turnPushOff()).catch(() => {}))
    if (todo.length > 0) await Promise.race([Promise.all(todo), late])
    await endSession(late)
    forget()
  }, [role, forget])

  const session = useMemo<Session>(() => {
    const isLoading = user === undefined || (user && (!data || missing === undefined))
    const status = isLoading ? 'loading' : user && profile ? (missing ? 'half' : 'signed_in') : 'signed_out'
    const isIn = status === 'signed_in'
    return {
      status,
      user: isIn ? (user ?? null) : null,
      profile: isIn || status === 'half' ? profile : null,
      missing: status === 'half' ? (missing ?? null) : null,
      role: isIn ? role : null,
      notice,
      signOut,
      refreshProfile: () => mutate()
    }
  }, [user, data, profile, role, missing, notice, signOut, mutate])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** A fixed session for prerendering in the build: a visitor (`signed_out`), or a session that is being checked (`loading`). */
export function PaintedSession({ status, children }: { status: 'loading' | 'signed_out'; children: ReactNode }) {
  const nothing = async () => {}
  const person = { user: null, profile: null, missing: null, role: null, notice: null }
  return (
    <SessionContext value={{ status, ...person, signOut: nothing, refreshProfile: nothing }}>{children}</SessionContext>
  )
}

/** The person who reads this page. Until the server has confirmed the session, it is the person of the stored session. */
export function useReader(): StoredUser | null {
  const { status, user, role } = useSession()
  const kept = useMemo(() => (status === 'loading' ? storedUser() : null), [status])
  if (status === 'loading') return kept?.role ? kept : null
  return user && { id: user.id, role }
}

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return session
}
