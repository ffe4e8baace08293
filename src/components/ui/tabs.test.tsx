import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PanelTabs } from './panel-tabs'
import { TabLinks } from './tabs'

let root: Root
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]

it('tabs for pages are links in a navigation, and the open page is the current one', async () => {
  const items = [
    { id: 'zones', to: '/zones', label: 'Zones' },
    { id: 'times', to: '/zones/times', label: 'Times', after: <button type="button">Forget</button> }
  ]
  await act(async () =>
    root.render(
      <MemoryRouter initialEntries={['/zones']}>
        <TabLinks label="Prices by place" items={items} />
      </MemoryRouter>
    )
  )
  expect(all('nav[aria-label="Prices by place"] li > a').map((link) => link.getAttribute('aria-current'))).toEqual([
    'page',
    null
  ])
  expect(all('[role=tab], button')).toEqual([])
})

it('tabs for panels are one tab stop, and arrow keys move between them', async () => {
  const chosen = vi.fn()
  const show = (value: 'json' | 'preview') =>
    act(async () =>
      root.render(
        <PanelTabs
          label="View"
          value={value}
          onChange={chosen}
          tabs={[
            { value: 'json', label: 'JSON' },
            { value: 'preview', label: 'Preview' }
          ]}
        >
          <p>{value}</p>
        </PanelTabs>
      )
    )
  await show('json')
  const [json, preview] = all('[role=tablist][aria-label=View] > [role=tab]')
  expect([json?.ariaSelected ?? json?.getAttribute('aria-selected'), preview?.getAttribute('aria-selected')]).toEqual([
    'true',
    'false'
  ])
  const panel = document.getElementById(json?.getAttribute('aria-controls') ?? '')
  expect([panel?.getAttribute('role'), panel?.textContent]).toEqual(['tabpanel', 'json'])
  await act(async () => json?.focus())
  await act(async () => {
    json?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 10))
  })
  expect(document.activeElement).toBe(preview)
  expect(chosen).toHaveBeenCalledWith('preview')
})

it('a tab with a shortcut announces it to screen readers and shows it when focused', async () => {
  await act(async () =>
    root.render(
      <PanelTabs label="View" value="a" onChange={() => {}} tabs={[{ value: 'a', label: 'Overview', keys: '1' }]}>
        <p>a</p>
      </PanelTabs>
    )
  )
  const [tab] = all('[role=tab]')
  expect([tab?.getAttribute('aria-keyshortcuts'), tab?.getAttribute('aria-selected')]).toEqual(['1', 'true'])
  await act(async () => tab?.focus())
  expect(all('kbd').map(({ textContent }) => textContent)).toContain('1')
})
