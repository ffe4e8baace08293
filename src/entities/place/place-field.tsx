import { CircleX } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import type { LatLng, Place } from '@/lib/geo'
import { useErrorText } from '@/lib/use-error-text'
import { cn } from '@/lib/utils'
import { PlaceList } from './place-list'
import { PlaceOptions } from './place-options'
import type { SavedPlace } from './queries'
import { PlaceDialogs, type PlaceQuestion } from './saved/late-dialogs'
import { type PlaceOption, usePlaceOptions } from './use-place-options'

export interface PlaceFieldProps {
  label: string
  /** This place's sign on the map. */
  sign: ReactNode
  value: Place | null
  onChange: (place: Place | null) => void
  /** The person wants to choose on the map instead. */
  onPickOnMap: () => void
  /** Near places come first in the list. */
  near: LatLng | null
  /** Origin of the distances in the list. */
  from?: LatLng | null
  /** Whether a point is within the map's region; for the device's own position. */
  covers: (point: LatLng) => boolean
  userId: string | null
  /** Initial places instead of the reader's own and their position: for booking for others. */
  offered?: readonly SavedPlace[]
  /** Beside the field: "+ stop", a remove button. */
  action?: ReactNode
  invalid?: boolean
  onFocus?: () => void
  /** The search of this field is open: it takes the focus. */
  isSearched?: boolean
  /** Where the list is in a full-screen search, null while closed; undefined: attached to the field. */
  listPlace?: HTMLElement | null | undefined
  /** The label is beside the text, as in a full-screen search. */
  showsLabel?: boolean
  className?: string
}

/** An address combobox: type, choose by arrows or press; or use the own position; or choose on the map. */
export function PlaceField(props: PlaceFieldProps) {
  const { label, sign, onChange, action, invalid = false, onFocus, isSearched = false, className } = props
  const { listPlace, showsLabel = false } = props
  const { t } = useTranslation('places')
  const field = usePlaceField(props)
  const { id, input, text, open, active, options, list, leave } = field

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when the focus leaves field and list
    <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}>
      <Popover.Root open={open && listPlace === undefined}>
        <Popover.Anchor asChild>
          <div
            className={cn(
              'flex h-12 items-center gap-3 rounded-control border border-transparent ps-3.5 pe-1.5 transition-colors has-[input:focus]:border-ink has-[input:focus]:ring-1 has-[input:focus]:ring-ink',
              invalid && 'border-bad',
              className
            )}
          >
            {sign}
            {showsLabel && (
              <span aria-hidden className="w-16 shrink-0 truncate text-sm text-muted">
                {label}
              </span>
            )}
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
              placeholder={showsLabel ? t('placeholder') : label}
              value={text}
              className="h-full min-w-0 flex-1 bg-transparent text-base text-ellipsis outline-none placeholder:text-muted"
              onFocus={(event) => {
                event.target.select()
                field.begin()
                onFocus?.()
              }}
              onClick={field.begin}
              onChange={(event) => field.edit(event.target.value)}
              onKeyDown={field.onKeyDown}
            />
            {field.busy ? <Spinner className="me-2 size-4 text-muted" /> : null}
            {open && text && !field.busy ? (
              <button
                type="button"
                aria-label={t('clear')}
                className="grid size-8 place-items-center rounded-control text-muted hover:bg-line hover:text-ink"
                onClick={() => {
                  field.clear()
                  onChange(null)
                  input.current?.focus()
                }}
              >
                <CircleX aria-hidden className="size-4.5" />
              </button>
            ) : (
              action
            )}
          </div>
        </Popover.Anchor>
        {listPlace === undefined && <PlaceList {...list} options={options} label={label} />}
      </Popover.Root>
      <PlaceDialogs question={field.question} userId={props.userId} onClose={field.closeQuestion} />
      {listPlace && isSearched && createPortal(<PlaceOptions {...list} options={options} label={label} />, listPlace)}
    </div>
  )
}

/** The text, the list below it and the active option. */
function usePlaceField(props: PlaceFieldProps) {
  const {
    value,
    onChange,
    onPickOnMap,
    near,
    from = null,
    covers,
    userId,
    offered,
    isSearched = false,
    listPlace
  } = props
  const { t } = useTranslation('places')
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value?.add ?? '')
  const [isOpen, setOpen] = useState(false)
  const [edited, setEdited] = useState(false)
  const [active, setActive] = useState(-1)
  const [question, setQuestion] = useState<PlaceQuestion | null>(null)
  const open = listPlace === undefined ? isOpen : isSearched
  const typed = edited ? text : ''
  const { options, finding, endSearch, waiting, error, nothing } = usePlaceOptions({
    text: typed,
    open,
    value,
    userId,
    offered,
    near,
    from,
    withoutMap: listPlace !== undefined,
    covers,
    onFound: (place) => {
      setOpen(false)
      if (place) onChange(place)
      else onPickOnMap()
    }
  })

  // Not initially: it then has the text typed into the prerendered page.
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    setText(value?.add ?? '')
    setEdited(false)
  }, [value])
  // A text that was not typed is selected, so that typing replaces it; also one that arrives in a focused field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new text
  useEffect(() => {
    if (!edited && document.activeElement === input.current) input.current?.select()
  }, [text, edited])
  useEffect(() => {
    if (isSearched && document.activeElement !== input.current) input.current?.focus()
  }, [isSearched])

  const begin = () => {
    setOpen(true)
    setActive(-1)
  }
  const leave = () => {
    setOpen(false)
    setActive(-1)
    // A partial address is not a place: restore the last chosen one.
    setText(value?.add ?? '')
    setEdited(false)
  }
  const choose = (option: PlaceOption) => {
    if (option.kind !== 'save' && option.kind !== 'manage') return void finding.run(option)
    setOpen(false)
    setQuestion(option.kind === 'save' ? { ask: 'save', place: option.place } : { ask: 'manage' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = options.length - 1
    if (event.key === 'Escape' && isOpen && listPlace === undefined) {
      event.preventDefault()
      leave()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setActive((index) => (index + step < 0 ? last : index + step > last ? 0 : index + step))
    } else if (event.key === 'Enter' && open && !event.ctrlKey && !event.metaKey) {
      const option = options[active === -1 && edited ? 0 : active]
      if (!option) return
      event.preventDefault()
      choose(option)
    }
  }
  const shown = finding.error ?? error
  return {
    id,
    input,
    text,
    open,
    active,
    options,
    busy: finding.busy || (open && waiting),
    begin,
    leave,
    question,
    closeQuestion: () => setQuestion(null),
    onKeyDown,
    edit: (next: string) => {
      setText(next)
      setEdited(true)
      begin()
      finding.reset()
    },
    clear: () => {
      endSearch()
      setText('')
      setEdited(false)
    },
    list: {
      id,
      typed,
      active,
      onHover: setActive,
      onChoose: choose,
      note: shown ? errorText(shown) : nothing ? t('nothing') : null,
      isError: Boolean(shown)
    }
  }
}
