import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { controlClasses } from '@/components/ui/control-classes'
import { type Search, useCombobox } from '@/components/ui/use-combobox'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { BoundField, type FormFieldProps } from '../form-field'

/** A choice that the search has found. */
export interface Found {
  value: string
  label: string
  /** Text of a second line that tells similar choices apart, such as a phone number. */
  detail?: string
}

interface ComboboxFieldProps extends FormFieldProps {
  search: Search<Found>
  placeholder?: string
}

/** A choice from very many entries, found by typing: a person, a driver. The form holds `{ value, label }` or null. */
export function ComboboxField({ search, placeholder, ...props }: ComboboxFieldProps) {
  return (
    <BoundField {...props} show={(chosen) => (chosen as Found | null)?.label ?? ''}>
      {({ value, onChange, ...control }) => (
        <Combobox
          {...control}
          search={search}
          placeholder={placeholder}
          value={value as Found | null}
          onChange={(found) => onChange(found && { value: found.value, label: found.label })}
        />
      )}
    </BoundField>
  )
}

interface ComboboxProps {
  id?: string
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
  onBlur?: () => void
  search: Search<Found>
  placeholder?: string | undefined
  value: Found | null
  onChange: (found: Found | null) => void
}

export function Combobox({ search, value, onChange, onBlur, placeholder, ...control }: ComboboxProps) {
  const { t } = useTranslation('form')
  const box = useCombobox(search, onChange)
  return (
    <span className="relative block">
      <input
        {...control}
        {...box.input}
        placeholder={placeholder}
        value={box.isOpen ? box.text : (value?.label ?? '')}
        onClick={box.open}
        onBlur={() => {
          box.close()
          onBlur?.()
        }}
        className={cn(controlClasses, 'pe-9 [unicode-bidi:plaintext]')}
      />
      {value && !box.isOpen ? (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={t('combobox.clear')}
          onClick={() => onChange(null)}
          className="absolute end-0.5 top-1/2 -translate-y-1/2 text-muted"
        >
          <X aria-hidden />
        </Button>
      ) : (
        <ChevronsUpDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
      )}
      {box.isOpen && <Choices box={box} value={value} />}
    </span>
  )
}

function Choices({ box, value }: { box: ReturnType<typeof useCombobox<Found>>; value: Found | null }) {
  const { t } = useTranslation('form')
  const errorText = useErrorText()
  const { choices, error, isBusy } = box
  const note = error
    ? errorText(error)
    : choices.length > 0
      ? t('combobox.found', { count: choices.length })
      : t(isBusy ? 'combobox.searching' : 'combobox.none')
  return (
    <div className="absolute inset-x-0 top-full z-30 mt-1 rounded-card border border-line bg-card p-1">
      <p role="status" className={cn('px-2 py-1.5 text-sm text-muted', choices.length > 0 && !error && 'sr-only')}>
        {note}
      </p>
      <div role="listbox" {...box.list} aria-label={t('combobox.list')} className="max-h-64 overflow-y-auto">
        {choices.map((found, index) => (
          <div
            key={found.value}
            {...box.option(index)}
            className="flex min-h-10 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-sm aria-selected:bg-soft"
          >
            <span className="min-w-0 flex-1">
              <span dir="auto" className="block truncate">
                {found.label}
              </span>
              {found.detail && (
                <span dir="auto" className="block truncate text-xs text-muted">
                  {found.detail}
                </span>
              )}
            </span>
            {found.value === value?.value && <Check aria-hidden className="size-4 text-muted" />}
          </div>
        ))}
      </div>
    </div>
  )
}
