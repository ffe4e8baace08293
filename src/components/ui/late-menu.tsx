import { type ComponentProps, type ComponentType, type SyntheticEvent, useState } from 'react'
import { useWarm } from '@/lib/loading/use-warm'

export interface MenuButtonProps {
  'aria-label': string
  className: string
  disabled?: boolean
  children: ComponentProps<'button'>['children']
}

export interface OpenMenuProps {
  button: MenuButtonProps
  /** Whether a key opened it, so that its first item has the focus. */
  isByKey: boolean
}

/** A menu that is open at first, with its button. */
export type OpenMenu = ComponentType<OpenMenuProps>

/**
 * The button of a menu whose code loads once the page is idle: a menu with its layer, its keys and its place beside the button is
 * 20 KB, which most visits do not need. The first press opens the menu, which then brings the same button. A menu that comes after
 * the focus has moved on stays closed.
 *
 * @param load a stable function
 */
export function LateMenu({ load, ...button }: MenuButtonProps & { load: () => Promise<OpenMenu> }) {
  const [opened, setOpened] = useState<{ Menu: OpenMenu; isByKey: boolean } | null>(null)
  useWarm(load)
  if (opened) return <opened.Menu button={button} isByKey={opened.isByKey} />
  const open = async (event: SyntheticEvent, isByKey: boolean) => {
    event.preventDefault()
    // Not every browser focuses a button that is pressed.
    const still = [event.currentTarget, document.activeElement, document.body]
    const Menu = await load()
    if (still.includes(document.activeElement)) setOpened({ Menu, isByKey })
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerDown={(event) => event.button === 0 && !event.ctrlKey && void open(event, false)}
      onKeyDown={(event) => ['Enter', ' ', 'ArrowDown'].includes(event.key) && void open(event, true)}
    />
  )
}
