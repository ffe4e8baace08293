import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import useSWR from 'swr'
import { AUTOCOMPLETE_DEBOUNCE_MS } from '@/config/constants'
import { useResting } from '@/lib/hooks/use-resting'
import { keptWhile } from '@/lib/server/kept-while'

/**
 * A search for choices that match a typed text. Results are cached by `name` and text, so searches that give different results
 * need different names.
 */
export interface Search<Choice> {
  name: string
  find: (text: string) => Promise<readonly Choice[]>
}

type SearchKey = readonly ['combobox', name: string, text: string]
const typingOn = keptWhile<SearchKey>(([, name], [, before]) => name === before)

/**
 * ARIA's combobox pattern with asynchronous search. The focus stays in the field, and arrow keys move between the choices.
 * Choices stay visible while new ones load. Enter waits until the choices for the current text have loaded, and takes the
 * active one.
 *
 * @param isPinned true if the list of choices is always open
 */
export function useCombobox<Choice>(
  { name, find }: Search<Choice>,
  onChoose: (choice: Choice) => void,
  isPinned = false
) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpened, setOpen] = useState(false)
  const isOpen = isPinned || isOpened
  const [active, setActive] = useState(0)
  const [isWanted, setWanted] = useState(false)
  const asked = useResting(text.trim(), AUTOCOMPLETE_DEBOUNCE_MS)
  const key: SearchKey | null = isOpen ? ['combobox', name, asked] : null
  const { data, error, isLoading } = useSWR(key, ([, , query]) => find(query), {
    use: [typingOn],
    revalidateOnFocus: false,
    dedupingInterval: 5000
  })
  const isBusy = isLoading || text.trim() !== asked
  const choices = data ?? []
  const at = Math.min(active, Math.max(0, choices.length - 1))

  const close = () => {
    setOpen(false)
    setText('')
    setActive(0)
    setWanted(false)
  }
  const choose = (choice: Choice | undefined) => {
    if (choice === undefined) return
    onChoose(choice)
    close()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: chooses only once, when the choices have loaded
  useEffect(() => {
    if (!isWanted || isBusy) return
    setWanted(false)
    choose(choices[at])
  }, [isWanted, isBusy])
  const go = (step: number) =>
    isOpen ? setActive((at + step + choices.length) % Math.max(1, choices.length)) : setOpen(true)
  const steps: Record<string, () => void> = {
    ArrowDown: () => go(1),
    ArrowUp: () => go(-1),
    Enter: () => setWanted(true),
    Escape: close
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const isNotOurs = event.key === 'Escape' ? isPinned || !isOpened : event.key === 'Enter' && !isOpen
    if (!step || isNotOurs) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  return {
    choices,
    error,
    isOpen,
    isBusy,
    text,
    open: () => setOpen(true),
    close,
    input: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isOpen && choices.length > 0 ? `${id}-${at}` : undefined,
      autoComplete: 'off',
      onKeyDown,
      onChange: (event: { target: { value: string } }) => {
        setText(event.target.value)
        setActive(0)
        setWanted(false)
        setOpen(true)
      }
    },
    /** Props of the element with the role `listbox`. */
    list: { id: `${id}-list`, 'aria-busy': isBusy },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option' as const,
      'aria-selected': index === at,
      tabIndex: -1,
      // Keeps the focus in the field: if the field lost the focus, the list would close before the click.
      onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault(),
      onPointerMove: () => setActive(index),
      onClick: () => choose(choices[index])
    })
  }
}
