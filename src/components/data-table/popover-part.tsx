import { type ReactNode, Suspense, useEffect, useRef } from 'react'

interface PopoverPartProps {
  /** The class for the height until the content is loaded. */
  height: string
  children: ReactNode
}

/** The content of a popover that loads once the popover opens. */
export const PopoverPart = ({ height, children }: PopoverPartProps) => (
  <Suspense fallback={<div className={height} />}>
    <Focused>{children}</Focused>
  </Suspense>
)

/** Moves the focus to the first control of its content as soon as that is loaded, if the popover itself has the focus. */
function Focused({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const held = document.activeElement
    if (held?.contains(box.current)) box.current?.querySelector<HTMLElement>('input, button, select')?.focus()
  }, [])
  return <div ref={box}>{children}</div>
}
