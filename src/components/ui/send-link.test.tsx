import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SendLink } from './send-link'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))

const share = vi.fn(async () => {})
const writeText = vi.fn(async () => {})
let host: HTMLElement
let root: ReturnType<typeof createRoot>

const show = () => act(async () => root.render(<SendLink link="https://taxi.example/t/1" words="Follow me:" />))
const press = (name: string) =>
  act(async () => [...host.querySelectorAll('button')].find((one) => one.textContent === name)?.click())
const buttons = () => [...host.querySelectorAll('button')].map((one) => one.textContent)

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  host = document.createElement('div')
  root = createRoot(host)
  vi.clearAllMocks()
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('the link is passed to the phone’s share dialog if there is one', async () => {
  vi.stubGlobal('navigator', { share, clipboard: { writeText } })
  await show()
  await press('share.send')
  expect(share).toHaveBeenCalledWith({ text: 'Follow me:', url: 'https://taxi.example/t/1' })
})

it('cancelling the share dialog is no failure', async () => {
  share.mockRejectedValueOnce(new DOMException('', 'AbortError'))
  vi.stubGlobal('navigator', { share, clipboard: { writeText } })
  await show()
  await press('share.send')
  expect(buttons()).toEqual(['share.copy', 'share.send'])
})

it('without a share dialog the link is copied, with a confirmation', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  await show()
  expect(buttons()).toEqual(['share.copy'])
  await press('share.copy')
  expect(writeText).toHaveBeenCalledWith('https://taxi.example/t/1')
  expect(buttons()).toEqual(['share.copied'])
})

it('the button stays unchanged if the browser refuses to copy', async () => {
  vi.stubGlobal('navigator', {
    clipboard: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }
  })
  await show()
  await press('share.copy')
  expect(buttons()).toEqual(['share.copy'])
})
