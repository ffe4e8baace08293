import { describe, expect, it } from 'vitest'
import { readDraft, writeDraft } from './draft-storage'
import { type Draft, emptyDraft } from './model'

function memory(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [['hackney.draft', initial]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key)
  }
}

describe('the stored draft', () => {
  it('comes back as it was', () => {
    const storage = memory()
    const draft: Draft = {
      ...emptyDraft,
      pickup: { lat: 47.1, lng: 9.5, add: 'Vaduz' },
      stops: [null],
      extras: { cab: { parcel: 0, option: 1 } }
    }
    writeDraft(storage, draft)
    expect(readDraft(storage)).toEqual(draft)
  })

  it.each([undefined, 'not json', '{"pickup":1}', 'null'])('starts empty from %s', (stored) => {
    expect(readDraft(memory(stored))).toEqual(emptyDraft)
  })

  it('is removed when it is empty again', () => {
    const storage = memory('{}')
    writeDraft(storage, emptyDraft)
    expect(storage.getItem('hackney.draft')).toBeNull()
  })
})
