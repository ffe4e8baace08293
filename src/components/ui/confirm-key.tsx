import { ariaKeys } from '@/lib/page/keys'
import type { ConfirmKey } from './confirm-dialog'
import { Kbd } from './kbd'

const KEYS = 'mod+enter'

/** Marks a confirm button with the shortcut that confirms every dialog from its fields. */
export const confirmKey = (): ConfirmKey => ({
  aria: ariaKeys(KEYS),
  mark: <Kbd keys={KEYS} className="max-md:hidden" />
})
