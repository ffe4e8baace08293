import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SignInCode } from './sign-in-code'

const env = vi.hoisted(() => ({ mailCodeLength: null as number | null, smsCodeLength: null as number | null }))
vi.mock('@/config/env', () => ({ env }))

const onChange = vi.fn()
const onComplete = vi.fn()
let root: ReturnType<typeof createRoot>
let page: HTMLElement

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onChange.mockReset()
  onComplete.mockReset()
  page = document.createElement('div')
  root = createRoot(page)
})
afterEach(() => act(async () => root.unmount()))

/** Types into the field that holds `value`; returns how many boxes are drawn then. */
async function type(sentTo: string, value: string, typed: string) {
  const show = (now: string) =>
    act(async () =>
      root.render(<SignInCode label="Code" sentTo={sentTo} value={now} onChange={onChange} onComplete={onComplete} />)
    )
  await show(value)
  const input = page.querySelector('input')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(input, typed)
    input?.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await show(onChange.mock.lastCall?.[0])
  return page.querySelectorAll('[aria-hidden] > div').length
}

it.each([
  ['rider@hackney.test', 6, null],
  ['rider@hackney.test', 8, 6],
  ['+4237990001', null, 6],
  ['+4237990001', 8, 10]
])(
  'the code to %s completes at the length that the page was told (mail: %s, text message: %s)',
  async (to, mail, sms) => {
    Object.assign(env, { mailCodeLength: mail, smsCodeLength: sms })
    const told = (to.startsWith('+') ? sms : mail) ?? 0
    expect(await type(to, '', '1234567890'.slice(0, told))).toBe(told)
    expect(onComplete).toHaveBeenCalledExactlyOnceWith('1234567890'.slice(0, told))
  }
)

it('without a told length the field completes nothing and takes up to ten digits', async () => {
  Object.assign(env, { mailCodeLength: null })
  for (const length of [6, 7, 8, 9, 10]) {
    const code = '1234567890'.slice(0, length)
    expect(await type('rider@hackney.test', '', code)).toBe(length)
    expect(onChange).toHaveBeenLastCalledWith(code)
  }
  expect(onComplete).not.toHaveBeenCalled()
})

it('a code longer than the told length is not cut, and deleting its last digits completes nothing', async () => {
  Object.assign(env, { mailCodeLength: 6 })
  expect(await type('rider@hackney.test', '', '12345678')).toBe(8)
  expect(onChange).toHaveBeenLastCalledWith('12345678')
  await type('rider@hackney.test', '1234567', '123456')
  expect(onComplete).not.toHaveBeenCalled()
})

it('another code over a wrong one of the same length completes again', async () => {
  Object.assign(env, { mailCodeLength: 6 })
  await type('rider@hackney.test', '111111', '222222')
  expect(onComplete).toHaveBeenCalledExactlyOnceWith('222222')
})
