import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { startI18n } from '@/lib/texts/i18n'
import { AttentionRows } from './attention-rows'
import type { AttentionRow } from './use-attention'

const Here = () => <output>{useLocation().pathname}</output>

it.each([
  ['file_replaced', true, 'File replaced', '/drivers/a'],
  ['file_replaced', false, 'File replaced', '/alladmin/a'],
  ['staff_changed', false, 'Admin to confirm', '/alladmin/a']
])('a row of %s (by a driver: %s) says "%s" and opens %s', async (reason, by_driver, word, path) => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  await startI18n()
  const row = { reason, by_driver, driver_id: 'a', booking_id: null, since: new Date().toISOString() }
  const root = createRoot(document.body)
  await act(async () =>
    root.render(
      <MemoryRouter>
        <AttentionRows rows={[row as unknown as AttentionRow]} onOpen={() => undefined} />
        <Here />
      </MemoryRouter>
    )
  )
  const button = document.querySelector('button')
  expect(button?.textContent).toContain(word)
  await act(async () => button?.click())
  expect(document.querySelector('output')?.textContent).toBe(path)
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})
