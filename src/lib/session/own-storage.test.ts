import { afterEach, beforeEach, expect, it } from 'vitest'
import { forgetOthers, keepOwn, readOwn } from './own-storage'

const token = (id: string) => `x.${btoa(JSON.stringify({ sub: id, user_role: 'rider' }))}.x`

/** Signs a person in, as far as browser storage is concerned. */
const signIn = (id: string) => localStorage.setItem('hackney.session', JSON.stringify({ access_token: token(id) }))

beforeEach(() => localStorage.clear())
afterEach(() => localStorage.clear())

it('stored data are returned to their owner', () => {
  signIn('ana')
  keepOwn('trip', 'ana', { code: '12345' })
  expect(readOwn('trip')).toEqual({ code: '12345' })
})

it('stored data are not returned to another person or a visitor', () => {
  keepOwn('trip', 'ana', { code: '12345' })
  expect(readOwn('trip')).toBeNull()
  signIn('ben')
  expect(readOwn('trip')).toBeNull()
})

it('other people’s data are deleted, and the person’s own stay', () => {
  keepOwn('trip', 'ana', 1)
  localStorage.setItem('hackney.draft', 'other')
  forgetOthers('ana')
  expect(localStorage.length).toBe(2)
  forgetOthers('ben')
  expect(Object.keys(localStorage)).toEqual(['hackney.draft'])
  keepOwn('trip', 'ana', 1)
  forgetOthers(null)
  expect(Object.keys(localStorage)).toEqual(['hackney.draft'])
})

it('stored data of another form are ignored', () => {
  signIn('ana')
  localStorage.setItem('hackney.own.trip', '{"value":1}')
  expect(readOwn('trip')).toBeNull()
  forgetOthers('ana')
  expect(localStorage.getItem('hackney.own.trip')).toBeNull()
})
