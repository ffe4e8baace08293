import { expect, it } from 'vitest'
import { newestNotes } from './use-office-notes'

const note = (id: string, key: 'account_suspended' | 'document_rejected', params = {}) => ({
  id,
  key,
  params,
  created_at: `2026-11-2${id}T10:00:00Z`
})

it('several suspensions are one card, with the last reason, and are dismissed together', () => {
  const notes = newestNotes([
    note('1', 'account_suspended', { reason: 'First' }),
    note('2', 'document_rejected', { kind: 'license' }),
    note('3', 'account_suspended', { reason: 'Second' })
  ])
  expect(notes.map(({ params, ids }) => [params.reason, ids])).toEqual([
    [undefined, ['2']],
    ['Second', ['1', '3']]
  ])
})

it('refused papers of different kinds are different cards', () => {
  const notes = newestNotes([
    note('1', 'document_rejected', { kind: 'license' }),
    note('2', 'document_rejected', { kind: 'insurance' })
  ])
  expect(notes).toHaveLength(2)
})
