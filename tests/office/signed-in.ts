/** In tests that use `office.tsx`, this module takes the place of `@/lib/auth-client`. An admin is signed in. */
export const apiUrl = 'http://office.test'
export const authorizedFetch: typeof fetch = (...request) => fetch(...request)
export const mayBeSignedIn = () => true
export const storedUser = () => null
export const isStrong = () => true
export const loadAuth = async () => ({ getUser: async () => ({ error: null }) })

export function watchAuth(listener: (event: string, session: object) => void): () => void {
  queueMicrotask(() => listener('SIGNED_IN', { user: { id: '11111111-1111-4111-8111-111111111111' } }))
  return () => {}
}
