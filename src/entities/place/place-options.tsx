import { BookmarkPlus, LocateFixed, type LucideIcon, Map as MapIcon, MapPin, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '@/components/ui/live-region'
import { useFormat } from '@/entities/settings'
import { latLngText } from '@/lib/geo/geo'
import { cn } from '@/lib/utils'
import { matchOf } from './match'
import { iconOf } from './place-icon'
import { savedIcon, useSavedName } from './saved/saved-name'
import type { PlaceOption } from './use-place-options'

export interface PlaceOptionsProps {
  id: string
  label: string
  /** The typed text, which is highlighted in each result. */
  typed: string
  options: readonly PlaceOption[]
  active: number
  onHover: (index: number) => void
  onChoose: (option: PlaceOption) => void
  note: string | null
  isError: boolean
}

/** The list of a place field. The focus stays in the field; the list only marks the active option. */
export function PlaceOptions(props: PlaceOptionsProps) {
  const { id, label, typed, options, active, onHover, onChoose, note, isError } = props
  const { t } = useTranslation('places')
  const found = options.filter(({ kind }) => kind === 'found').length
  return (
    <>
      <div id={`${id}-list`} role="listbox" aria-label={label} className="min-h-0 overflow-y-auto p-1.5 empty:hidden">
        {options.map((option, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and handles the keys
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
              'flex min-h-14 cursor-pointer items-center gap-3.5 rounded-control px-2.5 py-1.5 text-base',
              index === active && 'bg-soft'
            )}
          >
            <OptionRow option={option} typed={typed} />
          </div>
        ))}
      </div>
      <p role="status" className={cn('px-4 py-3 text-sm empty:hidden', isError ? 'text-bad' : 'text-muted')}>
        {note}
      </p>
      <LiveRegion>{found > 0 && t('found', { count: found })}</LiveRegion>
    </>
  )
}

function OptionRow({ option, typed }: { option: PlaceOption; typed: string }) {
  const { t } = useTranslation('places')
  const nameOf = useSavedName()
  if (option.kind === 'here') return <Row icon={LocateFixed} main={t('use_my_location')} />
  if (option.kind === 'map') return <Row icon={MapIcon} main={t('pick_on_map')} />
  if (option.kind === 'save') return <Row icon={BookmarkPlus} main={t('saved.add')} second={option.place.add} />
  if (option.kind === 'manage') return <Row icon={Pencil} main={t('saved.manage')} />
  if (option.kind === 'saved') {
    const { label, place, distance_km } = option
    return (
      <Row
        icon={savedIcon(label)}
        main={label === null ? place.add : nameOf(label)}
        second={label ? place.add : undefined}
        distanceKm={distance_km}
      />
    )
  }
  if (option.kind === 'point') {
    const at = latLngText(option.at)
    return (
      <Row
        icon={MapPin}
        main={option.label || t('point', { at })}
        second={option.label ? at : undefined}
        distanceKm={option.distance_km}
      />
    )
  }
  const { kind, main_text, secondary_text, description } = option.suggestion
  const number = option.missing
  return (
    <Row
      icon={iconOf(kind)}
      main={<Marked text={main_text || description} typed={typed} />}
      second={secondary_text}
      note={number && t('no_number', { number })}
      distanceKm={option.distance_km}
    />
  )
}

interface RowProps {
  icon: LucideIcon
  main: ReactNode
  second?: string | undefined
  /** What a person should know before choosing it. */
  note?: string | null
  distanceKm?: number | null
}

function Row({ icon: Icon, main, second, note, distanceKm = null }: RowProps) {
  const { distance } = useFormat()
  return (
    <>
      <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-soft text-ink">
        <Icon className="size-4.5" />
      </span>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate">
          {main}
        </span>
        {second && (
          <span dir="auto" className="block truncate text-sm text-muted">
            {second}
          </span>
        )}
        {note && (
          <span dir="auto" className="block text-sm text-warn">
            {note}
          </span>
        )}
      </span>
      {distanceKm !== null && (
        <span className="shrink-0 text-sm text-muted tabular">
          <bdi>{distance(distanceKm)}</bdi>
        </span>
      )}
    </>
  )
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const parts = matchOf(text, typed)
  if (!parts) return text
  const [before, match, after] = parts
  return (
    <>
      {before}
      <strong className="font-semibold">{match}</strong>
      {after}
    </>
  )
}
