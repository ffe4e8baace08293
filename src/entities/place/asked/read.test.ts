import { describe, expect, it } from 'vitest'
import { askedText, MAX_ASKED, readRequested } from './read'

describe('a place of a link', () => {
  it('is a point with or without a name, or a text to search', () => {
    expect(readRequested('47.141,9.521')).toEqual({ at: { lat: 47.141, lng: 9.521 }, label: '' })
    expect(readRequested(' 47.141 , 9.521 , Hotel Löwen, Vaduz ')).toEqual({
      at: { lat: 47.141, lng: 9.521 },
      label: 'Hotel Löwen, Vaduz'
    })
    for (const words of ['Städtle 37, Vaduz', '12, High Street', '9490 Vaduz', 'محطة فادوز', 'nan']) {
      expect(readRequested(words), words).toEqual(words === 'nan' ? { problem: 'coordinates' } : { words })
    }
    expect(readRequested(null)).toBeNull()
    expect(readRequested(' \u0000 \n ')).toBeNull()
  })

  it.each([
    'NaN,NaN',
    'Infinity,9',
    '-infinity,1',
    '47.141',
    '47.141,',
    ',9.521',
    '91,9',
    '47,181',
    '1.2.3,9',
    '.,.',
    '-,1',
    ','
  ])('is not a point: %s', (text) => {
    expect(['coordinates', undefined]).toContain((readRequested(text) as { problem?: string }).problem)
    expect(readRequested(text)).not.toHaveProperty('at')
  })

  it('has a maximum length, and no direction marks or line breaks', () => {
    expect(readRequested('x'.repeat(10_000))).toEqual({ problem: 'too_long' })
    expect(readRequested(`47.1,9.5,${'9,'.repeat(5000)}`)).toEqual({ problem: 'too_long' })
    expect(readRequested('\u202eVaduz\u0007\r\nPost\u200f')).toEqual({ words: 'Vaduz Post' })
    expect(readRequested('<img src=x onerror=alert(1)>')).toEqual({ words: '<img src=x onerror=alert(1)>' })
  })

  it('reads back as it was written', () => {
    const place = { lat: 47.1391, lng: 9.5215, add: 'Städtle 37, Vaduz' }
    expect(readRequested(askedText(place))).toEqual({ at: { lat: 47.1391, lng: 9.5215 }, label: place.add })
    expect(askedText({ ...place, add: 'x'.repeat(500) })).toHaveLength(MAX_ASKED)
  })
})
