import { type Command, useCommand } from '@/lib/server/use-command'
import { useRefreshDesk } from '../queries'

/** Runs a command of the money desk from its dialog, then reads all figures of the desk again and closes the dialog. */
export function useDeskCommand(onClose: () => void, done: string, send: () => Promise<unknown>): Command<void> {
  const refresh = useRefreshDesk()
  return useCommand(send, {
    asks: 'dialog',
    done,
    onDone: async () => {
      await refresh()
      onClose()
    }
  })
}
