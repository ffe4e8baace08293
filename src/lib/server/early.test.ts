import { beforeEach, expect, it, vi } from 'vitest'
import { askEarly, early } from './early'

const auth = vi.hoisted(() => ({ token: 'a' as string | null, tell: (_event: string) => {} }))
vi.mock('../session/auth-client', () => ({
  accessToken: async () => auth.token,
  watchAuth: (tell: (event: string) => void) => {
    auth.tell = tell
  }
}))
beforeEach(() => {
  auth.token = 'a'
})

it('an early response is given once, to the same query of the same person', async () => {
  askEarly(['booking', '1', 'rider'], async () => 'early')
  expect(await early(['booking', '1', 'another'], async () => 'asked now')).toBe('asked now')
  expect(await early(['booking', '1', 'rider'], async () => 'asked now')).toBe('early')
  expect(await early(['booking', '1', 'rider'], async () => 'asked again')).toBe('asked again')
})

it('the query is sent again if the early one failed, or the stored session has ended', async () => {
  askEarly(['a'], async () => Promise.reject(new Error('no network')))
  expect(await early(['a'], async () => 'asked now')).toBe('asked now')
  auth.token = null
  const asVisitor = vi.fn(async () => 'nothing')
  askEarly(['b'], asVisitor)
  expect(await early(['b'], async () => 'asked now')).toBe('asked now')
  expect(asVisitor).not.toHaveBeenCalled()
})

it('unused early responses are dropped with the session', async () => {
  askEarly(['a'], async () => 'of the last person')
  auth.tell('SIGNED_OUT')
  expect(await early(['a'], async () => 'asked now')).toBe('asked now')
})
