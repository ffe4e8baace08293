import { describe, expect, it } from 'vitest'
import { type Api, type ApiFunction, brokenApi } from './api.ts'

const call = (given: Partial<ApiFunction> = {}): ApiFunction => ({
  name: 'book',
  arguments: [{ name: 'quote', type: 'uuid', optional: false }],
  returns: 'json',
  roles: ['authenticated'],
  ...given
})
const column = { name: 'bookings.note', type: 'text', rights: ['authenticated select'] }
const api = (functions: ApiFunction[], columns = [column]): Api => ({ functions, columns })
const broken = (now: ApiFunction[], before = call()) => brokenApi(api([before]), api(now))
const note = { name: 'note', type: 'text', optional: true }

describe('the API that a release keeps', () => {
  it('may grow: a function, an argument with a default, a column, a role', () => {
    const now = call({ arguments: [...call().arguments, note], roles: ['anon', 'authenticated'] })
    const more = { ...column, name: 'bookings.more' }
    expect(brokenApi(api([call()]), api([now, call({ name: 'other' })], [column, more]))).toEqual([])
  })

  it.each([
    ['is gone', []],
    ['has no argument quote', [call({ arguments: [] })]],
    ['takes quote as text', [call({ arguments: [{ name: 'quote', type: 'text', optional: false }] })]],
    ['asks for note, which', [call({ arguments: [...call().arguments, { ...note, optional: false }] })]],
    ['returns "text"', [call({ returns: 'text' })]],
    ['may be called by service_role only', [call({ roles: ['service_role'] })]]
  ])('loses a function that %s', (reason, now) => {
    expect(broken(now)).toEqual([expect.stringContaining(`function book ${reason}`)])
  })

  it('loses a column of a result, but not one that is new', () => {
    const before = call({ returns: { id: 'uuid', at: 'date' } })
    expect(broken([call({ returns: { id: 'uuid', at: 'date', more: 'text' } })], before)).toEqual([])
    expect(broken([call({ returns: { id: 'uuid' } })], before)[0]).toContain('returns at as nothing')
  })

  it('loses a default that callers rely on', () => {
    const before = call({ arguments: [note] })
    expect(broken([call({ arguments: [{ ...note, optional: false }] })], before)).toEqual([
      'function book asks for note'
    ])
  })

  it('finds the overload that still takes the call', () => {
    expect(broken([call({ arguments: [] }), call()])).toEqual([])
  })

  it.each([
    ['is gone', []],
    ['is json instead of text', [{ ...column, type: 'json' }]],
    ['lost: authenticated select', [{ ...column, rights: [] }]]
  ])('loses a column that %s', (reason, columns) => {
    expect(brokenApi(api([]), api([], columns))).toEqual([`column bookings.note ${reason}`])
  })

  it('may drop what the release before called deprecated', () => {
    const before: Api = { functions: [call({ deprecated: true })], columns: [{ ...column, deprecated: true }] }
    expect(brokenApi(before, api([], []))).toEqual([])
  })
})
