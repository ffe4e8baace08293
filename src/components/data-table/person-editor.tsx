import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Input } from '@/components/ui/input'
import { useErrorText } from '@/lib/use-error-text'
import { useResting } from '@/lib/use-resting'
import { cn } from '@/lib/utils'
import type { Filter } from './types'

/** A pause in typing after which is asked (ms). */
const TYPING_MS = 250

interface PersonEditorProps {
  filter: Extract<Filter, { kind: 'person' }>
  onChange: (values: readonly string[]) => void
  onDone: () => void
}

/** Finds a person by what is typed; arrow keys and Enter choose. */
export function PersonEditor({ filter, onChange, onDone }: PersonEditorProps) {
  const { t } = useTranslation('table')
  const errorText = useErrorText()
  const listId = useId()
  const [text, setText] = useState('')
  const asked = useResting(text.trim(), TYPING_MS)
  const [marked, setMarked] = useState(0)
  const { data, error, isLoading } = useSWR(['people', filter.id, asked], () => {
    setMarked(0)
    return filter.find(asked, AbortSignal.timeout(10_000))
  })
  const people = data ?? []
  const choose = (id: string | undefined) => {
    if (id === undefined) return
    onChange([id])
    onDone()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setMarked((at) => Math.max(0, Math.min(people.length - 1, at + step)))
    else if (event.key === 'Enter') choose(people[marked]?.value)
    else return
    event.preventDefault()
  }
  return (
    <div className="space-y-2">
      <Input
        role="combobox"
        aria-expanded={people.length > 0}
        aria-controls={listId}
        aria-activedescendant={people[marked] ? `${listId}-${marked}` : undefined}
        aria-autocomplete="list"
        aria-label={filter.label}
        placeholder={filter.words?.ask ?? t('filter.person')}
        autoComplete="off"
        className="h-9 text-sm"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {error ? <p className="text-sm text-bad">{errorText(error)}</p> : null}
      <div
        id={listId}
        role="listbox"
        aria-label={filter.label}
        aria-busy={isLoading}
        className="max-h-64 overflow-y-auto"
      >
        {people.map(({ value, label }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus has the keys
          <div
            key={value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === marked}
            tabIndex={-1}
            className={cn('cursor-pointer truncate rounded-control px-2 py-2', index === marked && 'bg-soft')}
            onClick={() => choose(value)}
            onPointerMove={() => setMarked(index)}
          >
            {label}
          </div>
        ))}
      </div>
      {data?.length === 0 && <p className="px-2 text-sm text-muted">{filter.words?.none ?? t('filter.nobody')}</p>}
    </div>
  )
}
