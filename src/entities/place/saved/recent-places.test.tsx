import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const at = (add: string) => ({ lat: 47, lng: 9, add })
let root: ReturnType<typeof createRoot>

/** Renders the list in a newly loaded app. */
async function begin() {
  const places = await import('./recent-places')
  const host = document.createElement('div')
  root = createRoot(host)
  const List = () => places.useRecentPlaces().map(({ add }) => add)
  await act(async () => root.render(<List />))
  return { ...places, shown: () => host.textContent }
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  localStorage.clear()
  vi.resetModules()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('the last five places are stored on the device, newest first, without duplicates', async () => {
  const { keepRecent, forgetRecent, shown } = await begin()
  await act(async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) keepRecent(at(name))
  })
  expect(shown()).toBe('cfedb')
  await act(async () => forgetRecent(at('f')))
  expect(shown()).toBe('cedb')
  expect(JSON.parse(localStorage.getItem('hackney.places') ?? '')).toHaveLength(4)
})

it('invalid stored places are dropped', async () => {
  localStorage.setItem('hackney.places', '[{"lat":"<b>","lng":9,"add":1}]')
  expect((await begin()).shown()).toBe('')
})
