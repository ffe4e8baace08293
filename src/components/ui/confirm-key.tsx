import { arePressed, ariaKeys, type Keys } from '@/lib/keys'
import type { ConfirmKey } from './confirm-dialog'
import { Kbd } from './kbd'

/** Makes the shortcut that confirms a dialog. */
export const confirmKey = (keys: Keys): ConfirmKey => ({
  arePressed: (event) => arePressed(keys, event),
  aria: ariaKeys(keys),
  mark: <Kbd keys={keys} className="max-md:hidden" />
})
