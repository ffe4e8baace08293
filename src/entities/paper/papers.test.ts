import { describe, expect, it } from 'vitest'
import { isWanted, type PaperKind, paperOf, papersOf } from './papers'

const today = '2026-11-25'
const kindOf = (id: string, part: Partial<PaperKind> = {}): PaperKind => ({
  id,
  name: '',
  subject: 'driver',
  needed_from: null,
  has_expiry: true,
  has_number: true,
  active: true,
  ...part
})
const license = kindOf('license')
const insurance = kindOf('insurance')
const made = (status: string, expires_on: string | null, created_at: string, note: string | null = null) => ({
  kind: 'license',
  status,
  expires_on,
  created_at,
  note,
  number: 'L 1'
})

describe('paperOf', () => {
  it('a paper is missing if none of its kind was submitted', () => {
    expect(paperOf(insurance, [made('verified', '2030-01-01', '2026-01-01')], today)).toEqual({
      kind: insurance,
      state: 'missing',
      number: '',
      until: null,
      isWaiting: false,
      path: null,
      isUnreadable: false,
      refusal: null
    })
  })

  it.each([
    ['2026-12-09', 'valid'],
    ['2026-12-08', 'expiring'],
    ['2026-11-25', 'expiring'],
    ['2026-11-24', 'expired']
  ])('a paper valid until %s is %s', (until, state) => {
    expect(paperOf(license, [made('verified', until, '2026-01-01')], today)).toMatchObject({ state, until })
  })

  it('the approved paper with the latest end counts, and a waiting one is reported', () => {
    const documents = [
      made('pending', '2031-01-01', '2026-11-20'),
      made('verified', '2026-11-01', '2026-02-01'),
      made('verified', '2030-01-01', '2026-01-01')
    ]
    expect(paperOf(license, documents, today)).toMatchObject({ until: '2030-01-01', isWaiting: true, refusal: null })
  })

  it('only the refusal of the latest paper is reported', () => {
    const refused = made('rejected', '2030-01-01', '2026-11-20', 'Too dark to read')
    expect(paperOf(license, [refused], today)).toMatchObject({ state: 'missing', refusal: 'Too dark to read' })
    expect(paperOf(license, [made('pending', '2030-01-01', '2026-11-21'), refused], today).refusal).toBeNull()
  })

  it('a paper whose file could not be read is reported as such, not as a refusal by the office', () => {
    const unreadable = { ...made('rejected', '2030-01-01', '2026-11-20'), unreadable: true }
    const paper = paperOf(license, [unreadable], today)
    expect(paper).toMatchObject({ isUnreadable: true, refusal: null, isWaiting: false })
    expect(isWanted(paper)).toBe(true)
  })

  it('the file of a paper is told only while it waits', () => {
    const waiting = { ...made('pending', '2030-01-01', '2026-11-21'), path: 'a/license-1' }
    expect(paperOf(license, [waiting], today).path).toBe('a/license-1')
    expect(paperOf(license, [{ ...waiting, status: 'verified' }], today).path).toBeNull()
  })

  it('a new paper is wanted if none is valid for long and none waits', () => {
    const expired = made('verified', '2026-01-01', '2026-01-01')
    expect(isWanted(paperOf(license, [expired], today))).toBe(true)
    expect(isWanted(paperOf(license, [made('pending', '2030-01-01', '2026-11-21'), expired], today))).toBe(false)
  })

  it('a paper without a last day, or of a kind without one, is valid without end', () => {
    const endless = [made('verified', '2026-12-01', '2026-02-01'), made('verified', null, '2026-01-01')]
    expect(paperOf(license, endless, today)).toMatchObject({ state: 'valid', until: null })
    const ended = [made('verified', '2026-01-01', '2026-01-01')]
    const course = kindOf('license', { has_expiry: false })
    expect(paperOf(course, ended, today)).toMatchObject({ state: 'valid', until: null })
    expect(paperOf(course, [], today).state).toBe('missing')
  })
})

it('only the kinds that the firm asks for are papers, in its order', () => {
  const kinds = [kindOf('permit'), kindOf('license', { active: false }), kindOf('badge')]
  expect(papersOf(kinds, [], today).map(({ kind }) => kind.id)).toEqual(['permit', 'badge'])
})
