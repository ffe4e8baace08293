import { act } from 'react'
import { createRoot } from 'react-dom/client'
import useSWR from 'swr'
import { afterEach, expect, it, vi } from 'vitest'
import { keptWhile } from './kept-while'

afterEach(() => vi.unstubAllGlobals())

it('the previous answer stays visible only if both keys concern the same thing', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.createElement('div'))
  let seen: string | undefined
  const answers: (() => void)[] = []
  const sameThing = keptWhile<readonly string[]>(([thing], [before]) => thing === before)
  function Probe({ thing, state }: { thing: string | null; state: string }) {
    const ask = () => new Promise<string>((resolve) => answers.push(() => resolve(`${thing} ${state}`)))
    seen = useSWR(thing && [thing, state], ask, { use: [sameThing] }).data
    return null
  }
  const show = (thing: string | null, state: string) =>
    act(async () => root.render(<Probe thing={thing} state={state} />))
  const answer = () => act(async () => answers.pop()?.())

  await show('a', 'new')
  expect(seen).toBeUndefined()
  await answer()
  await show('a', 'old')
  expect(seen).toBe('a new')
  await answer()
  expect(seen).toBe('a old')
  await show(null, 'old')
  expect(seen).toBeUndefined()
  await show('b', 'new')
  expect(seen).toBeUndefined()
  await act(async () => root.unmount())
})
