// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'

const at = (add: string) => ({ lat: 47, lng: 9, add })

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

it('the places chosen last are kept on the device, newest first, each once and five at most', async () => {
  const { keepRecent, forgetRecent, useRecentPlaces } = await import('./recent-places')
  const { result } = renderHook(useRecentPlaces)
  act(() => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'c']) keepRecent(at(name))
  })
  const names = () => result.current.map(({ add }) => add)
  expect(names()).toEqual(['c', 'f', 'e', 'd', 'b'])
  act(() => forgetRecent(at('f')))
  expect(names()).toEqual(['c', 'e', 'd', 'b'])
  expect(JSON.parse(localStorage.getItem('hackney.recent') ?? '')).toHaveLength(4)
})

it('what is kept and does not look like places is dropped', async () => {
  localStorage.setItem('hackney.recent', '[{"lat":"<b>","lng":9,"add":1}]')
  const { useRecentPlaces } = await import('./recent-places')
  expect(renderHook(useRecentPlaces).result.current).toEqual([])
})
