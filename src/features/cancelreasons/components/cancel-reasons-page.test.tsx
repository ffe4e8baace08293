import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import en from '@/locales/en/portal/cancelreasons.json'
import type { CancelReason } from '../api'
import { CancelReasonsPage, PAGE_SIZE } from './cancel-reasons-page'

const reasons = vi.hoisted(() => ({ current: [] as unknown[] }))
vi.mock('../api', async (real) => ({
  ...(await real<typeof import('../api')>()),
  useReasons: () => ({ data: reasons.current })
}))
vi.mock('react-i18next', () => ({
  useTranslation: () => ({ t: (key: string | string[]) => [key].flat()[0] })
}))

const some = (count: number): CancelReason[] =>
  Array.from({ length: count }, (_, value) => ({ id: `${value}`, label: `Reason <${value}>`, value, version: 1 }))
let host: HTMLElement
let root: ReturnType<typeof createRoot>

async function show(count: number) {
  reasons.current = some(count)
  await act(async () =>
    root.render(
      <SWRConfig>
        <MemoryRouter>
          <CancelReasonsPage />
        </MemoryRouter>
      </SWRConfig>
    )
  )
}
const items = () => [...host.querySelectorAll('li')].map((item) => item.textContent)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  host = document.createElement('div')
  root = createRoot(host)
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('without reasons the page says so in the words of the specification’s key', async () => {
  await show(0)
  expect(host.querySelector('h2')?.textContent).toBe('no_cancel_reason')
  expect(en.no_cancel_reason).toBe('No cancel reasons yet.')
})

it('a page has ten reasons, numbered through', async () => {
  expect(PAGE_SIZE).toBe(10)
  await show(12)
  expect(items()).toHaveLength(10)
  await act(async () => host.querySelector<HTMLElement>('[aria-label=next]')?.click())
  expect(items()).toHaveLength(2)
  expect(items()[0]).toContain('11')
  expect(items()[0]).toContain('Reason <10>')
})

it('ten reasons need no pages', async () => {
  await show(10)
  expect(host.querySelector('nav')).toBeNull()
})
