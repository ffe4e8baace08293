import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, expect, it, vi } from 'vitest'
import { host } from '@/components/data-table/fixture'
import { PAGE_SIZE } from './hooks/use-reason-table'
import { CancelReasonsPage } from './page'
import type { CancelReason } from './queries'
import en from './texts/cancelreasons/en.json'

const stage = vi.hoisted(() => ({ reasons: [] as unknown[], isDemo: false }))
vi.mock('./queries', async (real) => ({
  ...(await real<typeof import('./queries')>()),
  reasonSource: async () => ({ rows: stage.reasons, next: null })
}))
vi.mock('@/entities/person', async () => ({ useTableHost: () => host }))
vi.mock('@/entities/settings', () => ({ useIsDemo: () => stage.isDemo }))
vi.mock('@/lib/server/use-live', () => ({ useLive: () => ({ channel: 'live', mayAsk: true }) }))
const t = (key: string | string[]) => [key].flat()[0]
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t, i18n: { dir: () => 'ltr', language: 'en' } }) }))

let root: Root
async function show(count: number, isDemo = false) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    }
  )
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  stage.isDemo = isDemo
  stage.reasons = Array.from(
    { length: count },
    (_, value): CancelReason => ({
      id: `${value}`,
      label: `Reason <${value}>`,
      audience: 'everybody',
      value,
      version: 1
    })
  )
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const router = createMemoryRouter([{ path: '/', element: <CancelReasonsPage /> }])
  await act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map() }}>
        <RouterProvider router={router} />
      </SWRConfig>
    )
  )
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))))
}
const rows = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)

afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

// Spec 8.35
it('without reasons the page shows the text of the specification’s key', async () => {
  await show(0)
  expect(document.querySelector('h2')?.textContent).toBe('no_cancel_reason')
  expect(en.no_cancel_reason).toBe('No cancel reasons yet.')
})

// Spec 9.24
it('a page has ten reasons, numbered across pages', async () => {
  expect(PAGE_SIZE).toBe(10)
  await show(12)
  expect(rows()).toHaveLength(10)
  await act(async () => document.querySelector<HTMLElement>('[aria-label="pages.next"]')?.click())
  expect(rows()).toHaveLength(2)
  expect(rows()[0]).toContain('11Reason <10>')
})

it('ten reasons need no pages', async () => {
  await show(10)
  expect(document.querySelector('nav')).toBeNull()
})

it('in a demo reasons are shown without controls to change them', async () => {
  await show(3, true)
  expect(rows()).toHaveLength(3)
  expect(document.querySelector('form, [data-handle], [aria-label=actions_of]')).toBeNull()
  const label = document.querySelector<HTMLElement>('tbody td[data-column="2"]')
  await act(async () => void label?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
  expect(document.querySelector('[data-editor]')).toBeNull()
  expect(document.querySelector('main [role=alert], main [role=status]')).not.toBeNull()
})
