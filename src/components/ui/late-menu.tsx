import { type ComponentProps, type ComponentType, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { useWarm } from '@/lib/loading/use-warm'

export interface MenuButtonProps {
  'aria-label': string
  className: string
  disabled?: boolean
  children: ComponentProps<'button'>['children']
}

/** A menu that is open at first, with its button. */
export type OpenMenu = ComponentType<{ button: MenuButtonProps }>

/**
 * The button of a menu whose code loads once the page is idle: a menu with its layer, its keys and its place beside the button is
 * 20 KB, which most visits do not need. The first press opens the menu, which then brings the same button.
 *
 * @param load a stable function
 */
export function LateMenu({ load, ...button }: MenuButtonProps & { load: () => Promise<OpenMenu> }) {
  const [Opened, setOpened] = useState<OpenMenu | null>(null)
  useWarm(load)
  if (Opened) return <Opened button={button} />
  const open = (event: KeyboardEvent | PointerEvent) => {
    event.preventDefault()
    void load().then((part) => setOpened(() => part))
  }
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      {...button}
      onPointerDown={(event) => event.button === 0 && !event.ctrlKey && open(event)}
      onKeyDown={(event) => ['Enter', ' ', 'ArrowDown'].includes(event.key) && open(event)}
    />
  )
}
