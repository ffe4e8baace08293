import { describe, expect, it } from 'vitest'
import { profileProblems } from './form'

const mira = { firstName: 'Mira', lastName: 'Beck', mobile: '+423 555 01 00', locale: 'de' }

describe('the profile form', () => {
  it('accepts a complete profile, with or without a number', () => {
    expect(profileProblems(mira)).toEqual({})
    expect(profileProblems({ ...mira, mobile: '' })).toEqual({})
  })

  it('requires non-blank names, and leaves the number to what reads it', () => {
    expect(profileProblems({ firstName: ' ', lastName: '', mobile: '123456', locale: 'en' })).toEqual({
      firstName: 'first_name_required',
      lastName: 'last_name_required'
    })
  })
})
