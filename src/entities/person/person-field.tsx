import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { useCombobox } from '@/components/ui/use-combobox'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { type FoundPerson, searchPeople } from './people'

interface PersonFieldProps {
  label: string
  value: FoundPerson | null
  onChange: (person: FoundPerson | null) => void
  error?: string | null
  /** Only people of this role can be selected. */
  of?: FoundPerson['role']
}

/** A field that selects a rider, driver or fleet admin by typing; arrow keys and Enter choose. */
export function PersonField({ label, value, onChange, error, of }: PersonFieldProps) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const find = (text: string) => searchPeople(text, of)
  const box = useCombobox({ name: `found-people ${of ?? ''}`, find }, onChange)
  if (value) return <Chosen label={label} person={value} onClear={() => onChange(null)} />
  const { choices: people, isBusy } = box
  const isShown = box.isOpen && (people.length > 0 || !isBusy)
  return (
    <Field label={label} error={error ?? (box.error ? errorText(box.error) : null)} className="relative">
      {(control) => (
        <>
          <Input
            {...control}
            {...box.input}
            aria-expanded={isShown}
            placeholder={t('find')}
            value={box.text}
            onFocus={box.open}
            onBlur={box.close}
          />
          <div
            role="listbox"
            {...box.list}
            aria-label={label}
            hidden={!isShown}
            className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 overflow-y-auto rounded-card border border-line bg-card p-1.5 text-sm"
          >
            {people.length === 0 && <p className="px-2 py-1.5 text-muted">{t('nobody')}</p>}
            {people.map((person, index) => (
              <div
                key={person.id}
                {...box.option(index)}
                className="cursor-pointer rounded-control px-2 py-1.5 aria-selected:bg-soft"
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
            <bdi dir="ltr">{written(person.contact)}</bdi>
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
