import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import type { FoundPerson } from './people'
import { useFoundPeople } from './use-found-people'

interface PersonFieldProps {
  label: string
  value: FoundPerson | null
  onChange: (person: FoundPerson | null) => void
  error?: string | null
}

/** Chooses one of all riders, drivers and fleet admins, found while somebody types; arrow keys and Enter choose. */
export function PersonField({ label, value, onChange, error }: PersonFieldProps) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const listId = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [marked, setMarked] = useState(0)
  const { people, isLoading, error: failure } = useFoundPeople(isOpen ? text : null)
  const choose = (person: FoundPerson | undefined) => {
    if (!person) return
    onChange(person)
    setText('')
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      setOpen(true)
      setMarked((at) => Math.max(0, Math.min(people.length - 1, at + step)))
    } else if (event.key === 'Enter' && isOpen) choose(people[marked])
    else if (event.key === 'Escape' && isOpen) setOpen(false)
    else return
    event.preventDefault()
  }
  if (value) return <Chosen label={label} person={value} onClear={() => onChange(null)} />
  const isShown = isOpen && (people.length > 0 || !isLoading)
  return (
    <Field label={label} error={error ?? (failure ? errorText(failure) : null)} className="relative">
      {(control) => (
        <>
          <Input
            {...control}
            role="combobox"
            aria-expanded={isShown}
            aria-controls={listId}
            aria-activedescendant={isShown && people[marked] ? `${listId}-${marked}` : undefined}
            aria-autocomplete="list"
            placeholder={t('find')}
            autoComplete="off"
            value={text}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
            onChange={(event) => {
              setText(event.target.value)
              setMarked(0)
              setOpen(true)
            }}
            onKeyDown={onKeyDown}
          />
          <div
            id={listId}
            role="listbox"
            aria-label={label}
            aria-busy={isLoading}
            hidden={!isShown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-card border border-line bg-card p-1.5 text-sm"
          >
            {people.length === 0 && <p className="px-2 py-1.5 text-muted">{t('nobody')}</p>}
            {people.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus has the keys
              <div
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === marked}
                tabIndex={-1}
                className={cn('cursor-pointer rounded-control px-2 py-1.5', index === marked && 'bg-soft')}
                onPointerMove={() => setMarked(index)}
                // Before the field loses the focus and the list goes.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
              >
                <PersonLines person={person} />
              </div>
            ))}
          </div>
        </>
      )}
    </Field>
  )
}

function PersonLines({ person }: { person: FoundPerson }) {
  const { t } = useTranslation('people')
  return (
    <>
      <span dir="auto" className="block truncate font-medium">
        {person.name}
      </span>
      <span className="block truncate text-xs text-muted">
        {t(`role.${person.role}`)}
        {person.contact && (
          <>
            {' · '}
            <bdi dir="ltr">{person.contact}</bdi>
          </>
        )}
      </span>
    </>
  )
}

function Chosen({ label, person, onClear }: { label: string; person: FoundPerson; onClear: () => void }) {
  const { t } = useTranslation('people')
  return (
    <fieldset aria-label={label} className="space-y-1.5">
      <p className="text-sm font-medium">{label}</p>
      <div className="flex items-center gap-2 rounded-control border border-line px-3 py-1.5 text-sm">
        <span className="min-w-0 flex-1">
          <PersonLines person={person} />
        </span>
        <button
          type="button"
          aria-label={t('change', { name: person.name })}
          onClick={onClear}
          className="grid size-8 place-items-center rounded-control text-muted hover:bg-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      </div>
    </fieldset>
  )
}
