import { Clock, LocateFixed, Map as MapIcon } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import { PlaceIcon } from './place-icon'
import type { PlaceOption } from './use-place-options'

interface PlaceListProps {
  id: string
  label: string
  options: readonly PlaceOption[]
  active: number
  onHover: (index: number) => void
  onChoose: (option: PlaceOption) => void
  note: string | null
  isError: boolean
}

/**
 * The listbox at the field, above whatever the form stands in. The field keeps the focus; the list only shows where it
 * is.
 */
export function PlaceList({ id, label, options, active, onHover, onChoose, note, isError }: PlaceListProps) {
  return (
    // Inside the page's main part, where a screen reader expects what belongs to it.
    <Popover.Portal container={globalThis.document?.getElementById('main')}>
      {/* biome-ignore lint/a11y/useValidAriaRole: no dialog opens here, the listbox inside does */}
      <Popover.Content
        role={undefined}
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onEscapeKeyDown={(event) => event.preventDefault()}
        className="z-40 flex max-h-[min(22rem,var(--radix-popover-content-available-height))] w-[calc(var(--radix-popover-trigger-width)+4px)] flex-col overflow-hidden rounded-card border border-line bg-card"
      >
        <div id={`${id}-list`} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox holds the focus and hears the keys
            <div
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              tabIndex={-1}
              onPointerMove={() => onHover(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => onChoose(option)}
              className={cn(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-sm',
                index === active && 'bg-soft'
              )}
            >
              <OptionRow option={option} />
            </div>
          ))}
        </div>
        <p role="status" className={cn('px-4 py-3 text-sm empty:hidden', isError ? 'text-bad' : 'text-muted')}>
          {note}
        </p>
      </Popover.Content>
    </Popover.Portal>
  )
}

function OptionRow({ option }: { option: PlaceOption }) {
  const { t } = useTranslation('places')
  const icon = 'size-4 shrink-0 text-muted'
  if (option.kind === 'here') {
    return (
      <>
        <LocateFixed aria-hidden className={icon} />
        {t('use_my_location')}
      </>
    )
  }
  if (option.kind === 'map') {
    return (
      <>
        <MapIcon aria-hidden className={icon} />
        {t('pick_on_map')}
      </>
    )
  }
  if (option.kind === 'saved') {
    return (
      <>
        <Clock aria-hidden className={icon} />
        <span dir="auto" className="truncate">
          {option.place.add}
        </span>
      </>
    )
  }
  const { kind, main_text, secondary_text, description } = option.suggestion
  return (
    <>
      <PlaceIcon kind={kind} />
      <span className="min-w-0">
        <span dir="auto" className="block truncate">
          {main_text || description}
        </span>
        {secondary_text && (
          <span dir="auto" className="block truncate text-xs text-muted">
            {secondary_text}
          </span>
        )}
      </span>
    </>
  )
}
