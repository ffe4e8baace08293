import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, vi } from 'vitest'
import { CarList } from './car-list'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.mock('@/entities/settings', () => ({ useFormat: () => ({}), useSettings: () => ({}) }))

// Spec 8.36
it('the list says that no car type is offered, but only once that is known', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  const show = (carTypes: [] | undefined) =>
    act(async () =>
      root.render(
        <CarList carTypes={carTypes} value={null} onChange={() => {}} offerOf={() => ({ isPricing: false })} />
      )
    )
  await show(undefined)
  expect(place.textContent).toBe('')
  await show([])
  expect(place.textContent).toBe('no_cars')
  await act(async () => root.unmount())
})
