import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { expect, it, vi } from 'vitest'
import errors from '@/lib/texts/errors/en.json'
import { loadWords } from '@/lib/texts/files'
import { RefusalNotice } from './refusal-notice'

const toasts = vi.hoisted(() => [] as string[])
const forgotten = vi.hoisted(() => ({ count: 0 }))
vi.mock('@/lib/page/toast', () => ({ toast: (kind: string, words: string) => toasts.push(`${kind}: ${words}`) }))
vi.mock('@/entities/shift', () => ({
  forgetRefusal: () => {
    forgotten.count += 1
  }
}))

it('a toast names the action that the server refused for good, its trip and the reason', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const drive = (await loadWords('en', 'drive')) ?? {}
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { errors, drive } } })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const queued = {
    ...{ key: 'k1', driverId: 'd1', bookingId: 'b1', reference: 'ABCDEF', acceptedAt: null, at: 1, heldKey: null },
    action: { kind: 'rate', stars: 4, comment: '', tags: [] }
  } as const
  const refused = { queued, key: 'already_rated' }
  await act(async () => root.render(<RefusalNotice refused={refused} />))
  expect(toasts).toEqual([`error: Rated the customer, trip ABCDEF: not accepted. ${errors.already_rated}`])
  expect(forgotten.count).toBe(1)
  await act(async () => root.unmount())
})
