import { type FocusEvent, type ReactNode, useState } from 'react'
import type { OpenMenuProps } from './late-menu'
import { Menu, MenuContent, MenuTrigger } from './menu'

/** A menu that is open at first, because its button was pressed before its code was there (LateMenu). */
export function OpenedMenu({ button, isByKey, children }: OpenMenuProps & { children: ReactNode }) {
  // Radix has not seen the key, and would focus no item. Later it sees each.
  const [isFirst, setFirst] = useState(isByKey)
  const onFocus = ({ target, currentTarget }: FocusEvent) => {
    if (!isFirst || target !== currentTarget) return
    setFirst(false)
    // An item that the window's width hides takes no focus.
    for (const item of currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')) {
      item.focus({ preventScroll: true })
      if (document.activeElement === item) return
    }
  }
  return (
    <Menu defaultOpen>
      <MenuTrigger {...button} />
      <MenuContent onFocus={onFocus}>{children}</MenuContent>
    </Menu>
  )
}
