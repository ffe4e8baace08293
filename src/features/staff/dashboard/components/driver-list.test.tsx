import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DutyDriver } from '@/entities/person'
import { startI18n } from '@/lib/texts/i18n'
import { DriverList } from './driver-list'

// Settings do not matter to this test.
vi.mock('@/entities/settings', () => ({ useFormat: () => ({ time: () => '12:00' }) }))

const host = document.createElement('div')
const root = createRoot(host)
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

// Spec 9.30
it('a driver without a name is labelled so, and the others with their names', async () => {
  await startI18n()
  const driver = (driver_id: string, driver_name: string) =>
    ({ driver_id, driver_name, state: 'free', car_type: 'Cab', updated_at: '2026-11-22T12:00:00Z' }) as DutyDriver
  await act(async () =>
    root.render(
      <MemoryRouter>
        <DriverList drivers={[driver('1', ''), driver('2', 'Ida')]} chosen={null} onChoose={() => {}} />
      </MemoryRouter>
    )
  )
  const names = [...host.querySelectorAll('li button span[dir=auto]')].map(({ textContent }) => textContent)
  expect(names).toEqual(['No name', 'Ida'])
})
