import { afterEach, expect, it, vi } from 'vitest'
import { afterFirstPaint } from './first-paint'

const links = (names: readonly string[]) =>
  names.map((name) => `<link rel="modulepreload" href="/${name}.js">`).join('')
const asked = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

it('a page requests its own files in their order, a few in each task', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `part${index}`)
  history.replaceState(null, '', '/bookings/any')
  document.head.innerHTML =
    `<template data-parts-at="/bookings/">${links(names)}</template>` +
    `<template data-parts-at="/login">${links(['other'])}</template>`
  // The number of requested files at the end of each task.
  const counts = [0]
  const endTask = () => {
    counts.push(asked().length)
    return new Promise((resolve) => setTimeout(resolve))
  }
  vi.stubGlobal('scheduler', { yield: endTask })
  await afterFirstPaint()
  expect(asked()).toEqual(names.map((name) => `/${name}.js`))
  expect(counts).toEqual([0, 6, 12, 18, 20])
})
