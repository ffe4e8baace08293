import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/**
 * A choice among radios that closes the dialog it stands in. A press settles it at once. The arrow keys choose, too, but only
 * move on: a dialog that closed at the first arrow would leave most choices out of a keyboard's reach. Then Enter or a button
 * that is there once `isMoved` settles it.
 *
 * @param root goes to `RadioGroup.Root`, `item(value)` to each `RadioGroup.Item`
 */
export function useSettledChoice<Value extends string>(start: Value | '', settle: (value: Value) => void) {
  const [value, setValue] = useState(start)
  const end = (chosen: string) => {
    if (chosen) settle(chosen as Value)
  }
  return {
    isMoved: value !== '' && value !== start,
    settle: () => end(value),
    root: {
      value,
      onValueChange: (next: string) => setValue(next as Value),
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLButtonElement)) return
        event.preventDefault()
        end(event.target.value)
      }
    },
    item: (own: Value) => ({
      // A click that no pointer made has the detail 0: an arrow key's.
      onClick: (event: MouseEvent) => {
        if (event.detail > 0) end(own)
      }
    })
  }
}
