import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { type MapEngine, MapEngineContext, type MarkerProps } from './engine'
import { CarMarker, PickupMarker } from './markers'

vi.mock('./use-smooth-position', () => ({ useSmoothPosition: (at: object) => at }))
vi.mock('./use-style-images', () => ({ useStyleImages: () => {} }))
afterEach(() => vi.unstubAllGlobals())

it('a car at the pickup is drawn over the pin but does not take its presses', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = { lat: 47.14, lng: 9.52 }
  const engine = {
    Marker: ({ style, children }: MarkerProps) => <div style={style}>{children}</div>,
    Shapes: () => null
  } as unknown as MapEngine
  const page = document.createElement('div')
  const root = createRoot(page)
  await act(async () =>
    root.render(
      <MapEngineContext value={engine}>
        <CarMarker {...place} label="Car" />
        <PickupMarker {...place} label="Pickup" />
      </MapEngineContext>
    )
  )
  const styleOf = (label: string) => page.querySelector(`[aria-label=${label}]`)?.parentElement?.style
  expect(Number(styleOf('Car')?.zIndex)).toBeGreaterThan(Number(styleOf('Pickup')?.zIndex))
  expect(styleOf('Car')?.pointerEvents).toBe('none')
  await act(async () => root.unmount())
})
