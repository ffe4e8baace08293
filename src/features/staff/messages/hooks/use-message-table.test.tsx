import i18next from 'i18next'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import type { Filter } from '@/components/data-table'
import words from '../texts/messages/en.json'
import { useMessageTable } from './use-message-table'

vi.mock('@/entities/settings', () => ({
  useFormat: () => ({ dateTime: (at: string) => at }),
  useSettings: () => ({ settings: null })
}))
vi.mock('@/lib/server/supabase', () => ({ supabase: {} }))

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('a language that has only some words still offers every kind of message as a filter', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const ka = { messages: { kind: { receipt: 'ქვითარი' } }, common: {} }
  await i18next.use(initReactI18next).init({
    lng: 'ka',
    fallbackLng: 'en',
    defaultNS: 'common',
    resources: { en: { messages: words, common: {} }, ka }
  })
  const seen: Filter[] = []
  function Table() {
    seen.push(
      ...(useMessageTable(
        () => {},
        () => {}
      ).filters ?? [])
    )
    return null
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Table />
      </MemoryRouter>
    )
  )
  const kind = seen.find(({ id }) => id === 'kind')
  const options = kind?.kind === 'choice' ? kind.options : []
  expect(options.map(({ value }) => value)).toEqual(Object.keys(words.kind).filter((value) => value !== 'other'))
  expect(options).toContainEqual({ value: 'receipt', label: 'ქვითარი' })
  expect(options).toContainEqual({ value: 'invite', label: words.kind.invite })
  await act(async () => root.unmount())
})
