import { describe, expect, it } from 'vitest'
import { createSearchSession } from './session'

function setUp() {
  const clock = { now: 0 }
  let made = 0
  const session = createSearchSession(
    () => `id-${++made}`,
    () => clock.now
  )
  return { clock, session }
}

describe('a search session', () => {
  it('lasts from the first keystroke to the choice', () => {
    const { session } = setUp()
    expect(session.choosing()).toBeUndefined()
    expect([session.suggesting(), session.suggesting(), session.choosing()]).toEqual(['id-1', 'id-1', 'id-1'])
  })

  it('ends with the choice', () => {
    const { session } = setUp()
    session.suggesting()
    session.end()
    expect([session.choosing(), session.suggesting()]).toEqual([undefined, 'id-2'])
  })

  it('is renewed after fifty requests', () => {
    const { session } = setUp()
    for (let i = 0; i < 50; i++) expect(session.suggesting()).toBe('id-1')
    expect(session.suggesting()).toBe('id-2')
  })

  it('is renewed after an hour', () => {
    const { session, clock } = setUp()
    session.suggesting()
    clock.now = 60 * 60_000
    expect([session.choosing(), session.suggesting()]).toEqual([undefined, 'id-2'])
  })

  it('is left to the server if the browser makes no UUIDs', () => {
    const session = createSearchSession(() => undefined)
    expect([session.suggesting(), session.choosing()]).toEqual([undefined, undefined])
  })

  it('is a UUID', () => {
    expect(createSearchSession().suggesting()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})
