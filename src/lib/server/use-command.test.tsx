import { act } from 'react'
import { createRoot } from 'react-dom/client'
import useSWR, { SWRConfig } from 'swr'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { toast } from '../page/toast'
import { AppError } from './errors'
import { type Command, useCommand } from './use-command'

vi.mock('../page/toast', () => ({ toast: vi.fn() }))
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (keys: string[]) => keys[0] }) }))

const send = vi.fn<(arg: string, key: string) => Promise<string | null>>()
const read = vi.fn(async () => 'read')
const onDone = vi.fn()
const onSettled = vi.fn()
let command: Command<string>
let root: ReturnType<typeof createRoot>

function Probe({ failure }: { failure: 'inline' | 'toast' }) {
  useSWR('list', read)
  command = useCommand(send, { invalidates: () => ['list'], onDone, onSettled, done: 'Saved', failure })
  return null
}
const show = (failure: 'inline' | 'toast' = 'inline') =>
  act(async () =>
    root.render(
      <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
        <Probe failure={failure} />
      </SWRConfig>
    )
  )

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  root = createRoot(document.createElement('div'))
  for (const mock of [send, read, onDone, onSettled, vi.mocked(toast)]) mock.mockClear()
  send.mockReset().mockResolvedValue('answer')
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.unstubAllGlobals()
})

it('a command sends, refetches the list and shows a toast', async () => {
  await show()
  expect(read).toHaveBeenCalledTimes(1)
  await act(async () => expect(await command.run('a')).toBe(true))
  expect(onDone).toHaveBeenCalledWith('answer', 'a')
  expect(read).toHaveBeenCalledTimes(2)
  expect(toast).toHaveBeenCalledWith('success', 'Saved')
})

it('a command is busy with its argument, and ignores a second press', async () => {
  let answer = (_: string) => {}
  send.mockReturnValue(new Promise((resolve) => (answer = resolve)))
  await show()
  await act(async () => void command.run('a'))
  expect([command.busy, command.sent]).toEqual([true, 'a'])
  await act(async () => expect(await command.run('b')).toBe(false))
  await act(async () => answer('late'))
  expect(command.busy).toBe(false)
  expect(send).toHaveBeenCalledTimes(1)
})

it('a retry after a lost response keeps its key, and a success is followed by a new one', async () => {
  send.mockRejectedValueOnce(new AppError('network_error'))
  await show()
  for (const arg of ['a', 'a', 'a']) await act(async () => void (await command.run(arg)))
  const keys = send.mock.calls.map(([, key]) => key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

it('a failure is shown by its key until the next attempt, or as a toast', async () => {
  send.mockRejectedValueOnce(new AppError('booking_taken'))
  await show()
  await act(async () => expect(await command.run('a')).toBe(false))
  expect(command.error?.key).toBe('booking_taken')
  expect(toast).not.toHaveBeenCalled()
  expect(onSettled).toHaveBeenCalled()
  await act(async () => void (await command.run('a')))
  expect(command.error).toBeNull()

  send.mockRejectedValueOnce(new AppError('booking_taken'))
  await show('toast')
  await act(async () => void (await command.run('a')))
  expect(toast).toHaveBeenCalledWith('error', 'staff_errors:booking_taken')
})

it('offline a command fails at once', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await show()
  await act(async () => expect(await command.run('a')).toBe(false))
  expect(command.error?.key).toBe('network_error')
  expect(send).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

it('a command that sent nothing keeps its key, since an earlier press may have been executed', async () => {
  send.mockRejectedValueOnce(new AppError('network_error')).mockResolvedValueOnce(null)
  await show()
  for (const arg of ['a', 'a', 'a']) await act(async () => void (await command.run(arg)))
  const [first, second, third] = send.mock.calls.map(([, key]) => key)
  expect([second, third]).toEqual([first, first])
})
