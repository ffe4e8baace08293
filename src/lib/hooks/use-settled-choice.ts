import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/**
 * The state of a radio group that closes its dialog. A press confirms the choice at once. Arrow keys only move the selection:
 * if the first arrow closed the dialog, most choices could not be reached by keyboard. After arrow keys, Enter confirms the
 * choice, or a button that is shown while `isMoved` is true.
 *
 * @param start the value that is selected at first; '' for none
 * @param settle called with the confirmed choice
 * @returns `root` has the props for `RadioGroup.Root`, and `item(value)` those for each `RadioGroup.Item`
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
      // Arrow keys also trigger clicks, with `detail` 0. Only a pointer's click, with `detail` 1 or more, confirms the choice.
      onClick: (event: MouseEvent) => {
        if (event.detail > 0) end(own)
      }
    })
  }
}
