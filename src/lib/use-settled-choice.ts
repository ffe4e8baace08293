import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/**
 * A radio group that closes its dialog. A press confirms the choice at once. Arrow keys only move the selection: if the dialog
 * closed at the first arrow, most choices could not be reached by keyboard. After arrow keys, Enter confirms, or a button that
 * is shown once `isMoved` is true.
 *
 * @param root props for `RadioGroup.Root`; `item(value)` are those for each `RadioGroup.Item`
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
      // A click triggered by an arrow key, not by a pointer, has `detail` 0.
      onClick: (event: MouseEvent) => {
        if (event.detail > 0) end(own)
      }
    })
  }
}
