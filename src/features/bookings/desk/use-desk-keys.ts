import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useShortcut } from '@/lib/shortcuts'

interface DeskKeys {
  /** The booking that the keyboard is on; null where it is on none. */
  current: () => string | null
  onAsk: (command: 'assign' | 'cancel', id: string) => void
  onMap: () => void
  /** Opens what needs attention. */
  onAttention: () => void
}

/**
 * `attention` opens the first of the attention list, and again the next; `call` rings about the first, `alarm` answers and
 * closes the first alarm. `assignMany` is for the selected rows.
 */
export const keys = {
  assign: 'a',
  cancel: 'c',
  add: 'n',
  map: 'm',
  search: '/',
  attention: '.',
  call: '!',
  alarm: 'x',
  assignMany: 'b',
  sound: 'l'
} as const

/** What the desk does at a key: nothing of it needs a mouse. */
export function useDeskKeys({ current, onAsk, onMap, onAttention }: DeskKeys): void {
  const { t } = useTranslation('desk')
  const navigate = useNavigate()
  const group = t('keys.group')
  const ask = (command: 'assign' | 'cancel') => () => {
    const id = current()
    if (id) onAsk(command, id)
  }
  useShortcut({ keys: keys.assign, label: t('keys.assign'), group, run: ask('assign'), isKeysOnly: true })
  useShortcut({ keys: keys.cancel, label: t('keys.cancel'), group, run: ask('cancel'), isKeysOnly: true })
  useShortcut({ keys: keys.add, label: t('keys.add'), group, run: () => void navigate(paths.addBooking) })
  useShortcut({ keys: keys.map, label: t('keys.map'), group, run: onMap })
  useShortcut({ keys: keys.attention, label: t('keys.open_first'), group, run: onAttention })
  useShortcut({ keys: keys.call, label: t('keys.call'), group, run: () => press('[data-call]') })
  useShortcut({ keys: keys.alarm, label: t('keys.alarm'), group, run: () => press('[data-answer]') })
}

/** Presses the first of what needs attention: calls whom it names by the telephone of this device, or answers an alarm. */
const press = (what: string) => document.querySelector<HTMLElement>(what)?.click()
