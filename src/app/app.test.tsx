import { type ReactNode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { App } from './app'

vi.mock('./providers', () => ({ Providers: ({ children }: { children: ReactNode }) => children }))

/** A part that takes longer than React draws without a break. */
function Slow() {
  const end = performance.now() + 10
  while (performance.now() < end);
  return <p>slow</p>
}

it('a page that is opened while the first one is being drawn is shown', async () => {
  let isAsked = false
  function First() {
    if (!isAsked) void router.navigate('/next')
    isAsked = true
    return [1, 2, 3, 4].map((nr) => <Slow key={nr} />)
  }
  const router = createMemoryRouter([
    { path: '/', element: <First /> },
    { path: '/next', element: <h1>Next</h1> }
  ])
  // As startRouter has one: only for the first subscriber does the router keep what happened before.
  router.subscribe(() => {})
  const container = document.createElement('div')
  const root = createRoot(container)
  startTransition(() => root.render(<App router={router} />))
  await vi.waitFor(() => expect(container.textContent).toBe('Next'))
  root.unmount()
})
