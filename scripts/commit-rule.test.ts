import { describe, expect, it } from 'vitest'
import { faultsOf, faultsOfCommits } from './commit-rule.ts'

describe('the rule for commit subjects', () => {
  it.each([
    'Refuse a booking outside of every zone',
    'Pass the currency on to the receipt',
    'Need a zone for each booking',
    'Bring the widget back',
    'Embed the map',
    'Re-read settings after a change',
    'Revert "Add a zone"',
    `Add ${'a'.repeat(68)}`,
    'Add a zone\n\nA rider outside of every zone saw an empty page.\n'
  ])('accepts %j', (message) => expect(faultsOf(message)).toEqual([]))

  it.each([
    ['Adds a zone', 'imperative'],
    ['Added a zone', 'imperative'],
    ['Adding a zone', 'imperative'],
    ['The zones have names', 'imperative'],
    ['Only admins delete zones', 'imperative'],
    ['A zone has a name', 'imperative'],
    ['add a zone', 'capitalised'],
    ['docs: add a zone', 'label'],
    ['PostGIS is needed', 'capitalised'],
    ['Add a zone.', 'full stop'],
    [`Add ${'a'.repeat(69)}`, '73 characters'],
    ['Add a zone\nwithout a gap', 'empty line'],
    ['', 'capitalised']
  ])('refuses %j', (message, reason) => expect(faultsOf(message).join()).toContain(reason))

  it('refuses merges and names the commit', () => {
    const merge = { id: '0123456789abcdef', parents: ['a', 'b'], message: 'Merge branch main\n' }
    expect(faultsOfCommits([merge, { ...merge, parents: ['a'] }])).toEqual([
      '01234567 "Merge branch main": is a merge: rebase instead'
    ])
  })
})
