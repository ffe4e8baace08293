import { CircleX } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import type { LatLng, Place } from '@/lib/geo/geo'
import { useErrorText } from '@/lib/server/use-error-text'
import { cn } from '@/lib/utils'
import { PlaceList } from './place-list'
import { PlaceOptions } from './place-options'
import type { SavedPlace } from './queries'
import { PlaceDialogs, type PlaceQuestion } from './saved/late-dialogs'
import { type PlaceOption, usePlaceOptions } from './use-place-options'

export interface PlaceFieldProps {
  label: string
  /** The icon of this place, as on the map. */
  sign: ReactNode
  value: Place | null
  onChange: (place: Place | null) => void
  /** Called when the person wants to choose the place on the map instead. Without it, the map is not offered. */
  onPickOnMap?: () => void
  /** A point; places near it are listed first. */
  near: LatLng | null
  /** The point from which the distances in the list are measured. */
  from?: LatLng | null
  /** Returns whether a point is within the map's region; used for the device's own position. */
  covers: (point: LatLng) => boolean
  userId: string | null
  /** Places offered before typing. When booking for another person, these replace the user's own places and position. */
  offered?: readonly SavedPlace[]
  /** Content beside the field, such as the button that adds a stop or removes this field's stop. */
  action?: ReactNode
  invalid?: boolean
  onFocus?: () => void
  /** True while the person searches for this field's place: the field takes the focus. */
  isSearched?: boolean
  /**
   * The element in which a full-screen search shows the list; null while the search is closed. If it is undefined, there is no
   * such search, and the list is attached to the field.
   */
  listPlace?: HTMLElement | null | undefined
  /** Shows the label beside the text, as in a full-screen search. */
  showsLabel?: boolean
  className?: string
}

/**
 * A field for an address: the person types and chooses a result by arrow keys or a press, uses their own position, or chooses
 * on the map.
 */
export function PlaceField(props: PlaceFieldProps) {
  const { label, sign, onChange, action, invalid = false, onFocus, isSearched = false, className } = props
  const { listPlace, showsLabel = false } = props
  const { t } = useTranslation('places')
  const field = usePlaceField(props)
  const { id, input, text, open, active, options, list, leave } = field

  const row = (
    <div
      className={cn(
        'flex h-12 items-center gap-3 rounded-control border border-transparent ps-3.5 pe-1.5 transition-colors has-[input:focus]:border-ink has-[input:focus]:ring-1 has-[input:focus]:ring-ink',
        invalid && 'border-bad',
        className
      )}
    >
      {sign}
      {showsLabel && (
        <span aria-hidden className="min-w-16 shrink-0 text-sm text-muted">
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
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices when the focus leaves field and list
    <div onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && leave()}>
      {listPlace === undefined ? (
        <Popover.Root open={open}>
          <Popover.Anchor asChild>{row}</Popover.Anchor>
          <PlaceList {...list} options={options} label={label} />
        </Popover.Root>
      ) : (
        row
      )}
      <PlaceDialogs question={field.question} userId={props.userId} onClose={field.closeQuestion} />
      {listPlace && isSearched && createPortal(<PlaceOptions {...list} options={options} label={label} />, listPlace)}
    </div>
  )
}

/** State of the field: its text, the list below it and the active option. */
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
    withoutMap: listPlace !== undefined || !onPickOnMap,
    covers,
    onFound: (place) => {
      setOpen(false)
      if (place) onChange(place)
      else onPickOnMap?.()
    }
  })

  // Replaces the text only when the place changes. The first rendering keeps the text, because the person may already have
  // typed into the prerendered page.
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    setText(value?.add ?? '')
    setEdited(false)
  }, [value])
  // Selects a text that the person did not type, so that typing replaces it. This includes a text that arrives while the field
  // has the focus.
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
    // A partial address is not a place, so show the last chosen place again.
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
