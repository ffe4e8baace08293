import { expect, it } from 'vitest'
import { readSentCode, writeSentCode } from './sent-code'

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key)
  }
}

it('a reload returns to the sent code until it expires', () => {
  const storage = memory()
  writeSentCode(storage, 'a@hackney.test', 1000)
  expect(readSentCode(storage, 1000)).toBe('a@hackney.test')
  expect(readSentCode(storage, 300_999)).toBe('a@hackney.test')
  expect(readSentCode(storage, 301_000)).toBeNull()
})

it('a used or cancelled code is forgotten', () => {
  const storage = memory()
  writeSentCode(storage, 'a@hackney.test', 1000)
  writeSentCode(storage, null, 2000)
  expect(readSentCode(storage, 2000)).toBeNull()
})

it('invalid stored data are not read as a code, and a missing storage is ignored', () => {
  const broken = () => {
    throw new Error('forbidden')
  }
  expect(readSentCode({ getItem: () => 'x' }, 1)).toBeNull()
  expect(readSentCode({ getItem: () => '{"email": 5}' }, 1)).toBeNull()
  expect(readSentCode({ getItem: broken }, 1)).toBeNull()
  expect(() => writeSentCode({ setItem: broken, removeItem: broken }, 'a@hackney.test', 1)).not.toThrow()
})
