import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/server/errors'
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
let reads = 0
let root: ReturnType<typeof createRoot>
let seen: ReturnType<typeof useOrdering<string>>

function Probe() {
  seen = useOrdering({ rows: read, rowId: (row) => row, store, read: readAgain, onRest })
  return null
}

const draw = () => act(async () => root.render(<Probe />))
const put = (order: string) => act(async () => seen.put([...order]))
const shown = () => seen.rows.join('')
const readAgain = async () => {
  reads++
}
const onRest = vi.fn()
const sent = () => answers.map(({ order }) => order)

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  read = asRead
  answers = []
  reads = 0
  onRest.mockClear()
  root = createRoot(document.createElement('div'))
  await draw()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('a second order is sent after the first has been saved', async () => {
  await put('bac')
  await put('bca')
  expect([shown(), sent()]).toEqual(['bca', ['bac']])
  await act(async () => answers[0]?.done())
  expect(sent()).toEqual(['bac', 'bca'])
})

it('only the last of several waiting orders is sent', async () => {
  await put('bac')
  await put('bca')
  await put('cba')
  await act(async () => answers[0]?.done())
  expect(sent()).toEqual(['bac', 'cba'])
})

it('an older response does not move rows back while an order is being saved', async () => {
  await put('bac')
  read = ['a', 'b', 'c']
  await draw()
  expect(shown()).toBe('bac')
})

it('a row added meanwhile follows the ordered ones', async () => {
  await put('bac')
  read = ['x', 'a', 'b', 'c']
  await draw()
  expect(shown()).toBe('bacx')
})

it('rows are read again, and the result is reported, when no order is waiting', async () => {
  await put('bac')
  await put('bca')
  await act(async () => answers[0]?.done())
  expect([reads, onRest.mock.calls]).toEqual([0, []])
  await act(async () => answers[1]?.done())
  expect([reads, onRest.mock.calls]).toEqual([1, [[true]]])
})

it('after a refused order the rows return to the stored order, and the next order is tried', async () => {
  await put('bac')
  await act(async () => answers[0]?.fail())
  expect([shown(), onRest.mock.calls]).toEqual(['abc', [[false]]])
  await put('cab')
  expect([shown(), sent()]).toEqual(['cab', ['bac', 'cab']])
})
