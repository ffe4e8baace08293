import { type KeyboardEvent, useId, useState } from 'react'
import useSWR from 'swr'
import { keptWhile } from '@/lib/kept-while'
import { useResting } from '@/lib/use-resting'

/** A choice that was found. */
export interface Found {
  value: string
  label: string
  /** A second line: a phone number, a plate. */
  detail?: string
}

/** Finds choices for what is typed; the same name finds the same. */
export interface Search {
  name: string
  find: (text: string) => Promise<readonly Found[]>
}

/** Typing is answered once it rests this long (ms; spec section 9). */
export const SEARCH_DEBOUNCE_MS = 200

type SearchKey = readonly ['combobox', name: string, text: string]
const typingOn = keptWhile<SearchKey>(([, name], [, before]) => name === before)

/** The combobox pattern of ARIA with a list that is searched elsewhere: the focus stays in the field, the arrows choose. */
export function useCombobox({ name, find }: Search, onChoose: (found: Found) => void) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const asked = useResting(text.trim(), SEARCH_DEBOUNCE_MS)
  const key: SearchKey | null = isOpen ? ['combobox', name, asked] : null
  const { data, error, isLoading } = useSWR(key, ([, , query]) => find(query), {
    use: [typingOn],
    revalidateOnFocus: false,
    dedupingInterval: 5000
  })
  const choices = data ?? []
  const at = Math.min(active, Math.max(0, choices.length - 1))

  const close = () => {
    setOpen(false)
    setText('')
    setActive(0)
  }
  const choose = (found: Found | undefined) => {
    if (!found) return
    onChoose(found)
    close()
  }
  const steps: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? setActive((at + 1) % Math.max(1, choices.length)) : setOpen(true)),
    ArrowUp: () => (isOpen ? setActive((at - 1 + choices.length) % Math.max(1, choices.length)) : setOpen(true)),
    Enter: () => choose(choices[at]),
    Escape: close
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || (!isOpen && (event.key === 'Enter' || event.key === 'Escape'))) return
    event.preventDefault()
    event.stopPropagation()
    step()
  }
  return {
    choices,
    error,
    isOpen,
    isLoading,
    at,
    text,
    close,
    choose,
    listId: `${id}-list`,
    optionId: (index: number) => `${id}-${index}`,
    input: {
      role: 'combobox' as const,
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list' as const,
      'aria-activedescendant': isOpen && choices.length > 0 ? `${id}-${at}` : undefined,
      autoComplete: 'off',
      onKeyDown,
      onClick: () => setOpen(true),
      onChange: (event: { target: { value: string } }) => {
        setText(event.target.value)
        setActive(0)
        setOpen(true)
      }
    }
  }
}
