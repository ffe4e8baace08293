import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useShortcut } from '../page/shortcuts'
import { type Asks, underOneSlide } from './asking'
import { useCommand } from './use-command'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (keys: string[]) => keys[0] }) }))

const send = vi.fn(async () => 'done')
let root: ReturnType<typeof createRoot>
let run: () => Promise<boolean>
let refused: unknown

interface ProbeProps {
  keys?: 'h' | 'mod+h'
  asks?: Asks
  byKey?: boolean
  hasDialog?: boolean
}

function Probe({ keys = 'h', asks, byKey, hasDialog }: ProbeProps) {
  const command = useCommand(send, { ...(asks && { asks }), ...(byKey && { byKey }) })
  run = () =>
    command.run().catch((cause: unknown) => {
      refused = cause
      return false
    })
  useShortcut({ keys, label: 'Charge', group: 'Fee', run: () => void run() })
  return hasDialog ? <div role="dialog" /> : null
}

const show = (props: ProbeProps) => act(async () => root.render(<Probe {...props} />))
const press = (keys: KeyboardEventInit) =>
  act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...keys })))
const call = () => act(async () => void (await run()))

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const page = document.createElement('div')
  document.body.append(page)
  root = createRoot(page)
  send.mockClear()
  refused = undefined
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('one key alone runs no command', async () => {
  await show({})
  await press({ key: 'h' })
  expect(send).not.toHaveBeenCalled()
  expect(refused).toEqual(new Error('not asked'))
})

it('one key runs a command that only reads, or that takes something back', async () => {
  await show({ byKey: true })
  await press({ key: 'h' })
  await show({ asks: 'undo' })
  await press({ key: 'h' })
  expect(send).toHaveBeenCalledTimes(2)
})

it('a key with a modifier runs a command', async () => {
  await show({ keys: 'mod+h' })
  await press({ key: 'h', ctrlKey: true })
  expect(send).toHaveBeenCalledTimes(1)
})

it('a command that a dialog asks about runs only while one is open', async () => {
  await show({ asks: 'dialog' })
  await call()
  expect(send).not.toHaveBeenCalled()
  await show({ asks: 'dialog', hasDialog: true })
  await call()
  expect(send).toHaveBeenCalledTimes(1)
})

it('a command that needs a slide runs by a slide or from the dialog that replaces it', async () => {
  await show({ asks: 'slide' })
  await call()
  expect(send).not.toHaveBeenCalled()
  await act(async () => underOneSlide(() => void run()))
  await show({ asks: 'slide', hasDialog: true })
  await call()
  expect(send).toHaveBeenCalledTimes(2)
})
