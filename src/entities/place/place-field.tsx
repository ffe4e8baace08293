import { X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import type { LatLng, Place } from '@/lib/geo'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { PlaceList } from './place-list'
import { usePlaceOptions } from './use-place-options'

interface PlaceFieldProps {
  label: string
  /** The sign that stands for this place on the map. */
  sign: ReactNode
  value: Place | null
  onChange: (place: Place | null) => void
  /** The person wants to point at the map instead. */
  onPickOnMap: () => void
  /** What is near comes first in the list. */
  near: LatLng | null
  /** Whether a point lies within the region of the map; asked where the device's own position is unknown ground. */
  covers: (point: LatLng) => boolean
  userId: string | null
  /** Beside the field: "+ stop", a remove button. */
  action?: ReactNode
  invalid?: boolean
  onFocus?: () => void
}

/** An address combobox: type, choose by arrows or press; or use one's position; or point at the map. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, sign, value, onChange, onPickOnMap, near, covers, userId, action, invalid = false, onFocus } = props
  const { t } = useTranslation('places')
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value?.add ?? '')
  const [open, setOpen] = useState(false)
  const [edited, setEdited] = useState(false)
  const [active, setActive] = useState(-1)
  const { options, finding, endSearch, waiting, error, nothing } = usePlaceOptions({
    text: edited ? text : '',
    open,
    userId,
    near,
    covers,
    onFound: (place) => {
      setOpen(false)
      if (place) onChange(place)
      else onPickOnMap()
    }
  })
  const { busy } = finding

  useEffect(() => {
    setText(value?.add ?? '')
    setEdited(false)
  }, [value])

  const leave = () => {
    setOpen(false)
    setActive(-1)
    // Half an address is no place: what was chosen last comes back.
    setText(value?.add ?? '')
    setEdited(false)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      leave()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((index) => (index + step < 0 ? last : index + step > last ? 0 : index + step))
    } else if (event.key === 'Enter' && open) {
      const option = options[active === -1 && edited ? 0 : active]
      if (!option) return
      event.preventDefault()
      void finding.run(option)
    }
  }

  const shown = finding.error ?? error
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the focus leave field and list, nothing else
    <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}>
      <Popover.Root open={open}>
        <Popover.Anchor asChild>
          <div
            className={cn(
              'flex h-12 items-center gap-3 rounded-control border border-transparent bg-soft ps-3.5 pe-1.5 transition-colors has-[input:focus]:border-ink has-[input:focus]:ring-1 has-[input:focus]:ring-ink hover:border-line',
              invalid && 'border-bad'
            )}
          >
            {sign}
            <input
              ref={input}
              id={id}
              role="combobox"
              aria-label={label}
              aria-expanded={open}
              aria-controls={`${id}-list`}
              aria-autocomplete="list"
              aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
              aria-invalid={invalid || undefined}
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="search"
              dir="auto"
              placeholder={label}
              value={text}
              className="h-full min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none placeholder:text-muted"
              onFocus={(event) => {
                event.target.select()
                setOpen(true)
                setActive(-1)
                onFocus?.()
              }}
              onClick={() => setOpen(true)}
              onChange={(event) => {
                setText(event.target.value)
                setEdited(true)
                setOpen(true)
                setActive(-1)
                finding.reset()
              }}
              onKeyDown={onKeyDown}
            />
            {busy || (open && waiting) ? <Spinner className="me-2 size-4 text-muted" /> : null}
            {open && text && !busy && !waiting ? (
              <button
                type="button"
                aria-label={t('clear')}
                className="grid size-8 place-items-center rounded-control text-muted hover:bg-line hover:text-ink"
                onClick={() => {
                  endSearch()
                  setText('')
                  onChange(null)
                  setEdited(false)
                  input.current?.focus()
                }}
              >
                <X aria-hidden className="size-4" />
              </button>
            ) : (
              action
            )}
          </div>
        </Popover.Anchor>
        <PlaceList
          id={id}
          label={label}
          options={options}
          active={active}
          onHover={setActive}
          onChoose={(option) => void finding.run(option)}
          note={shown ? errorText(shown) : nothing ? t('nothing') : null}
          isError={Boolean(shown)}
        />
      </Popover.Root>
    </div>
  )
}
