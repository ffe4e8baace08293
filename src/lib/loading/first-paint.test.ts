import { afterEach, expect, it } from 'vitest'
import { afterFirstPaint } from './first-paint'

const links = (names: readonly string[]) => names.map((name) => `<link rel="modulepreload" href="/${name}.js">`).join('')
const asked = () => [...document.head.querySelectorAll('link')].map((link) => link.getAttribute('href'))

afterEach(() => {
  document.head.replaceChildren()
})

it('a page requests its own files in their order, a few in each task', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `part${index}`)
  history.replaceState(null, '', '/bookings/any')
  document.head.innerHTML =
    `<template data-parts-at="/bookings/">${links(names)}</template>` +
    `<template data-parts-at="/login">${links(['other'])}</template>`
  const counts: number[] = [0]
  let isOver = false
  const coming = afterFirstPaint().then(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve))
    counts.push(asked().length)
  }
  await coming
  expect(asked()).toEqual(names.map((name) => `/${name}.js`))
  expect(Math.max(...counts.slice(1).map((count, index) => count - (counts[index] ?? 0)))).toBeLessThanOrEqual(6)
})
