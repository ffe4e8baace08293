import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { LiveRegion } from '@/components/ui/live-region'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { removeAddress, renameAddress } from '../commands'
import { type OwnPlace, placeKeys } from '../queries'
import { NameForm } from './name-form'
import { forgetRecent } from './recent-places'
import { savedIcon, useSavedName } from './saved-name'
import { useSavedPlaces } from './use-saved-places'

/** The place that is being renamed or removed. */
type Change = { key: string; kind: 'rename' | 'remove' } | null

const keyOf = ({ id, place }: OwnPlace) => id ?? place.add

/** Saved places with name and address, and buttons to rename and remove. */
export function SavedList({ userId }: { userId: string | null }) {
  const { t } = useTranslation('saved_places')
  const places = useSavedPlaces(userId)
  const [change, setChange] = useState<Change>(null)
  const [told, setTold] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const rest = (words: string) => {
    setChange(null)
    setTold(words)
    // The element with the focus was removed, so focus the list.
    setTimeout(() => list.current?.focus())
  }
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <LiveRegion>{told}</LiveRegion>
      {places.length === 0 ? (
        <p className="rounded-control bg-soft p-4 text-sm text-pretty text-muted">{t('empty')}</p>
      ) : (
        <ul aria-label={t('title')} className="divide-y divide-line">
          {places.map((place) => (
            <li key={keyOf(place)} className="py-2.5">
              <PlaceRow
                own={place}
                userId={userId}
                kind={change?.key === keyOf(place) ? change.kind : null}
                onAsk={(kind) => setChange(kind && { key: keyOf(place), kind })}
                onDone={rest}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface PlaceRowProps {
  own: OwnPlace
  userId: string | null
  kind: 'rename' | 'remove' | null
  onAsk: (kind: 'rename' | 'remove' | null) => void
  onDone: (words: string) => void
}

function PlaceRow({ own, userId, kind, onAsk, onDone }: PlaceRowProps) {
  const { t } = useTranslation('saved_places')
  const nameOf = useSavedName()
  const { label, place } = own
  const name = label === null ? place.add : nameOf(label)
  const Icon = savedIcon(label)
  return (
    <>
      <div className="flex items-center gap-3">
        <span aria-hidden className="grid size-9 shrink-0 place-items-center rounded-full bg-soft">
          <Icon className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <bdi className="block truncate font-medium">{name}</bdi>
          {label !== null && <bdi className="block truncate text-sm text-muted">{place.add}</bdi>}
        </span>
        {own.id !== null && (
          <Button
            variant="ghost"
            size="icon"
            className="pointer-coarse:size-11"
            aria-label={t('rename', { name })}
            onClick={() => onAsk('rename')}
          >
            <Pencil aria-hidden />
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          className="pointer-coarse:size-11"
          aria-label={t('remove', { name })}
          onClick={() => onAsk('remove')}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      {kind === 'rename' && <Rename own={own} userId={userId} onBack={() => onAsk(null)} onDone={onDone} />}
      {kind === 'remove' && <Remove own={own} name={name} userId={userId} onBack={() => onAsk(null)} onDone={onDone} />}
    </>
  )
}

interface ChangeProps {
  own: OwnPlace
  userId: string | null
  onBack: () => void
  onDone: (words: string) => void
}

function Rename({ own, userId, onBack, onDone }: ChangeProps) {
  const { t } = useTranslation('saved_places')
  const taken = useSavedPlaces(userId).map(({ label }) => label)
  const renaming = useCommand(renameAddress, {
    invalidates: () => (userId ? [placeKeys.saved(userId)] : []),
    onDone: () => onDone(t('renamed'))
  })
  return (
    <div className="pt-3">
      <NameForm
        known={own.label}
        taken={taken}
        saving={renaming}
        onName={(label) => own.id && void renaming.run({ id: own.id, label })}
        back={
          <Button size="lg" onClick={onBack}>
            {t('common:cancel')}
          </Button>
        }
      />
    </div>
  )
}

function Remove({ own, name, userId, onBack, onDone }: ChangeProps & { name: string }) {
  const { t } = useTranslation('saved_places')
  const errorText = useErrorText()
  const remove = async ({ id, place }: OwnPlace) => (id === null ? forgetRecent(place) : removeAddress(id))
  const removing = useCommand(remove, {
    worksOffline: own.id === null,
    invalidates: () => (userId ? [placeKeys.saved(userId)] : []),
    onDone: () => onDone(t('removed', { name }))
  })
  return (
    <div className="space-y-3 pt-3">
      {removing.error && <Alert tone="bad">{errorText(removing.error)}</Alert>}
      <p className="text-sm">{t('remove_sure')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="lg" onClick={onBack}>
          {t('common:cancel')}
        </Button>
        <Button size="lg" variant="bad" className="flex-1" busy={removing.busy} onClick={() => void removing.run(own)}>
          {t('remove_now')}
        </Button>
      </div>
    </div>
  )
}
