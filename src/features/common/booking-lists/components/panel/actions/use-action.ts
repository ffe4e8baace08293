import { type Command, useCommand } from '@/lib/server/use-command'
import { useReloadBooking } from '../keys'

/** Runs a command on one booking from its dialog, then revalidates everything shown of the booking and closes the dialog. */
export function useAction<Arg>(
  bookingId: string,
  onClose: () => void,
  done: string,
  send: (arg: Arg, clientKey: string) => Promise<unknown>
): Command<Arg> {
  const reload = useReloadBooking(bookingId)
  return useCommand(send, {
    asks: 'dialog',
    done,
    onDone: () => {
      void reload()
      onClose()
    }
  })
}
