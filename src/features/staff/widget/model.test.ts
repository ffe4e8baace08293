import { expect, it } from 'vitest'
import { type Choice, frameOf, linkOf, tagOf } from './model'

const site = 'https://taxi.example'
const hotel = { lat: 47.1391, lng: 9.5215, add: 'Hotel "Löwen" & <Bar>' }
const choice: Choice = { pickup: hotel, drop: null, language: 'de', theme: 'dark' }

it('the tag contains the choices, and no name of a place can close it', () => {
  expect(tagOf(choice, site)).toBe(
    '<script async src="https://taxi.example/embed.js" data-pickup="47.139100,9.521500,Hotel &quot;Löwen&quot; &amp; &lt;Bar&gt;" data-lang="de" data-theme="dark"></script>'
  )
  const read = new DOMParser().parseFromString(tagOf(choice, site), 'text/html').querySelector('script')
  expect(read?.dataset).toMatchObject({ pickup: '47.139100,9.521500,Hotel "Löwen" & <Bar>', lang: 'de' })
})

it('places are in the fragment, which no server receives', () => {
  for (const address of [frameOf(choice, site), linkOf(choice, site)]) {
    const { search, hash } = new URL(address)
    expect(search).not.toContain('pickup')
    expect(new URLSearchParams(hash.slice(1)).get('pickup')).toContain('Hotel "Löwen" & <Bar>')
  }
  expect(frameOf({ ...choice, theme: '' }, site)).not.toContain('theme')
})

it('without places the address has no fragment: an empty one would scroll the page to the preview', () => {
  expect(frameOf({ ...choice, pickup: null }, site)).not.toContain('#')
})
