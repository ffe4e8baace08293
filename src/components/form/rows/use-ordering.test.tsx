import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/errors'
import { useOrdering } from './use-ordering'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

const asRead = ['a', 'b', 'c']
let read: readonly string[] = asRead
let answers: { order: string; done: () => void; fail: () => void }[] = []
const store = (rows: readonly string[]) =>
  new Promise((resolve, reject) => {
    answers.push({
      order: rows.join(''),
      done: () => resolve(null),
      fail: () => reject(new AppError('try_again'))
    })
  })
let root: ReturnType<typeof createRoot>
let seen: ReturnType<typeof useOrdering<string>>

function Probe() {
  seen = useOrdering({ rows: read, store, invalidates: () => [] })
  return null
}

const draw = () => act(async () => root.render(<Probe />))
const put = (order: string) => act(async () => seen.put([...order]))
const shown = () => seen.rows.join('')
const sent = () => answers.map(({ order }) => order)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  read = asRead
  answers = []
  root = createRoot(document.createElement('div'))
  await draw()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('a second order is sent after the first one that is on its way', async () => {
  await put('bac')
  await put('bca')
  expect([shown(), sent()]).toEqual(['bca', ['bac']])
  await act(async () => answers[0]?.done())
  expect(sent()).toEqual(['bac', 'bca'])
})

it('of several orders that wait only the last one is sent', async () => {
  await put('bac')
  await put('bca')
  await put('cba')
  await act(async () => answers[0]?.done())
  expect(sent()).toEqual(['bac', 'cba'])
})

it('an older answer does not put rows back while an order is on its way', async () => {
  await put('bac')
  read = ['a', 'b', 'c']
  await draw()
  expect(shown()).toBe('bac')
})

it('rows stand as they were read where an order was refused', async () => {
  await put('bac')
  await act(async () => answers[0]?.fail())
  expect([shown(), seen.error?.key]).toEqual(['abc', 'try_again'])
})
