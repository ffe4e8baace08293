import { beforeEach, describe, expect, it } from 'vitest'
import { readSetupKey } from './setup-key'

const one = `#${'a'.repeat(43)}`
const other = `#${'b'.repeat(43)}`

describe('the key of a one-time link', () => {
  beforeEach(() => sessionStorage.clear())

  it('stays in the window that opened it, also after the address has lost it', () => {
    const read = readSetupKey(one, sessionStorage)
    expect(read?.key).toBe(one.slice(1))
    expect(readSetupKey('', sessionStorage)).toEqual(read)
    expect(readSetupKey(one, sessionStorage)).toEqual(read)
  })

  it('gives way to that of a newer link, in which this is another window', () => {
    const read = readSetupKey(one, sessionStorage)
    const newer = readSetupKey(other, sessionStorage)
    expect(newer?.key).toBe(other.slice(1))
    expect(newer?.client_key).not.toBe(read?.client_key)
  })

  it.each(['', '#', '#chat', `#${'a'.repeat(300)}`, '#access_token=x&type=magiclink'])('is not in %s', (hash) => {
    expect(readSetupKey(hash, sessionStorage)).toBeNull()
  })

  it('is not read from what somebody else stored', () => {
    sessionStorage.setItem('hackney.setup', '"{')
    expect(readSetupKey('', sessionStorage)).toBeNull()
  })
})
