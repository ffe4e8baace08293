import { RadioGroup } from 'radix-ui'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSettledChoice } from './use-settled-choice'

const settled = vi.fn()
let host: HTMLElement
let root: ReturnType<typeof createRoot>

function Times() {
  const choice = useSettledChoice<string>('', settled)
  return (
    <>
      <RadioGroup.Root {...choice.root}>
        {['one', 'two'].map((time) => (
          <RadioGroup.Item key={time} value={time} {...choice.item(time)} />
        ))}
      </RadioGroup.Root>
      {choice.isMoved && (
        <button type="button" className="take" onClick={choice.settle}>
          Take
        </button>
      )}
    </>
  )
}

const radio = (value: string) => host.querySelector(`[role=radio][value=${value}]`) as HTMLButtonElement
const click = (target: Element, detail: number) =>
  act(async () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, detail })))

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  await act(async () => root.render(<Times />))
})

afterEach(async () => {
  await act(async () => root.unmount())
  host.remove()
  settled.mockClear()
  vi.unstubAllGlobals()
})

it('a press confirms the choice at once', async () => {
  await click(radio('two'), 1)
  expect(settled).toHaveBeenCalledExactlyOnceWith('two')
})

it('an arrow key, which clicks without a pointer, only moves the selection; the button confirms it', async () => {
  await click(radio('two'), 0)
  expect(radio('two').getAttribute('aria-checked')).toBe('true')
  expect(settled).not.toHaveBeenCalled()
  await click(host.querySelector('.take') as Element, 0)
  expect(settled).toHaveBeenCalledExactlyOnceWith('two')
})

it('Enter confirms the focused choice', async () => {
  await act(async () => radio('one').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(settled).toHaveBeenCalledExactlyOnceWith('one')
})
