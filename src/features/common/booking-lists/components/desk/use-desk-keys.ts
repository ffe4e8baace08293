import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { useShortcut } from '@/lib/page/shortcuts'

interface DeskKeys {
  /** Returns the id of the booking whose row has the keyboard focus, otherwise of the open booking; null without either. */
  current: () => string | null
  onAsk: (command: 'assign' | 'cancel', id: string) => void
  onMap: () => void
  /** Opens the next case of the attention list. */
  onAttention: () => void
}

/**
 * The desk's shortcuts. `attention` opens the first case of the attention list, then the next one. `call` phones the contact of
 * the first case. `alarm` opens the first alarm. `assignMany` acts on the selected rows.
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

/** Registers the desk's shortcuts, with which everything can be done without a mouse. */
export function useDeskKeys({ current, onAsk, onMap, onAttention }: DeskKeys): void {
  const { t } = useTranslation('desk')
  const navigate = useNavigate()
  const { settings } = useSettings()
  const takesOrders = useSession().profile?.usertype === 'admin' && settings?.telephone_orders !== false
  const group = t('keys.group')
  const ask = (command: 'assign' | 'cancel') => () => {
    const id = current()
    if (id) onAsk(command, id)
  }
  useShortcut({ keys: keys.assign, label: t('keys.assign'), group, run: ask('assign'), isKeysOnly: true })
  useShortcut({ keys: keys.cancel, label: t('keys.cancel'), group, run: ask('cancel'), isKeysOnly: true })
  const add = () => void navigate(paths.addBooking)
  useShortcut({ keys: keys.add, label: t('keys.add'), group, run: add, isOff: !takesOrders })
  useShortcut({ keys: keys.map, label: t('keys.map'), group, run: onMap })
  useShortcut({ keys: keys.attention, label: t('keys.open_first'), group, run: onAttention })
  useShortcut({ keys: keys.call, label: t('keys.call'), group, run: () => press('[data-call]') })
  useShortcut({ keys: keys.alarm, label: t('keys.alarm'), group, run: () => press('[data-answer]') })
}

/** Clicks the first matching element of the attention bar: a phone link or an alarm. */
const press = (what: string) => document.querySelector<HTMLElement>(what)?.click()
