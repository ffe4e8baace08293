import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft } from './draft'
import { readDraft, readStash, stashDraft, takeBack, writeDraft } from './draft-storage'

function memory(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [['hackney.draft', initial]])
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key)
  }
}

const draft: Draft = {
  ...emptyDraft,
  pickup: { lat: 47.1, lng: 9.5, add: 'Vaduz' },
  stops: [null],
  extras: { cab: { parcel: 0, option: 1 } }
}

describe('the stored draft', () => {
  it('is restored with the key of its booking', () => {
    const storage = memory()
    const kept = writeDraft(storage, draft, 'anna')
    expect(readDraft(storage)).toEqual({ draft, key: kept.key, userId: 'anna' })
  })

  it('has another key after each change, since it is then another booking', () => {
    const storage = memory()
    expect(writeDraft(storage, draft, null).key).not.toBe(writeDraft(storage, { ...draft, when: 'later' }, null).key)
  })

  it('expires after two hours', () => {
    const storage = memory()
    writeDraft(storage, draft, null, 0)
    expect(readDraft(storage, 7_199_999).draft).toEqual(draft)
    expect(readDraft(storage, 7_200_000).draft).toBe(emptyDraft)
  })

  it.each([undefined, 'not json', '{"pickup":1}', 'null', '{"draft":{"pickup":1},"key":"a","userId":null,"at":9e15}'])(
    'is empty if %s is stored',
    (stored) => {
      expect(readDraft(memory(stored)).draft).toBe(emptyDraft)
    }
  )

  it('is removed when it is empty again', () => {
    const storage = memory('{}')
    writeDraft(storage, emptyDraft, null)
    expect(storage.getItem('hackney.draft')).toBeNull()
  })
})

describe('the draft of somebody who is signed out', () => {
  it('is hidden, and returns with its owner and its key', () => {
    const storage = memory()
    const kept = writeDraft(storage, draft, 'anna')
    stashDraft(storage, kept)
    expect(readDraft(storage).draft).toBe(emptyDraft)
    expect(takeBack(storage, 'anna')).toEqual(kept)
    expect(readDraft(storage)).toEqual(kept)
    expect(readStash(storage)).toBeNull()
  })

  it('is deleted when another person signs in, and after two hours', () => {
    const storage = memory()
    stashDraft(storage, writeDraft(storage, draft, 'anna'))
    expect(takeBack(storage, 'bela')).toBeNull()
    expect(takeBack(storage, 'anna')).toBeNull()
    stashDraft(storage, writeDraft(storage, draft, 'anna', 0), 0)
    expect(takeBack(storage, 'anna', 7_200_000)).toBeNull()
  })
})
