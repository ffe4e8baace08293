import { ArrowLeft, ArrowUpDown, MapPin, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { MAX_STOPS, placeAt, SavedChips } from '@/entities/place'
import { cn } from '@/lib/utils'
import { useBookingDraft } from '../hooks/use-booking-screen'
import { usePlaceFields } from '../hooks/use-place-fields'
import { RouteRows } from './route-rows'

/**
 * A card with pickup, stops and drop-off. On a phone a search fills the screen, with the same fields at its top, so that typing
 * is not interrupted.
 */
export function RouteFields({ full }: { full: boolean }) {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const [listPlace, setListPlace] = useState<HTMLElement | null>(null)
  const isSearching = full && state.search !== null
  const shared = { isCompact: full && !isSearching, isSearching, listPlace: full ? listPlace : undefined }
  return (
    <section
      aria-label={isSearching ? t('search.title') : t('search.route')}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isSearching && !event.defaultPrevented) dispatch({ do: 'search', slot: null })
      }}
      className={isSearching ? 'fixed inset-0 z-50 flex flex-col bg-card' : ''}
    >
      <div className={isSearching ? 'flex items-center gap-1 px-2 pt-3 pb-3' : ''}>
        {isSearching && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('common:back')}
            onClick={() => dispatch({ do: 'search', slot: null })}
          >
            <ArrowLeft aria-hidden className="rtl:rotate-180" />
          </Button>
        )}
        <div className={cn('relative min-w-0 flex-1', !isSearching && 'rounded-card bg-soft')}>
          {!isSearching && (
            <span aria-hidden className="absolute start-[19.5px] top-8 bottom-8 w-px bg-line-strong/60" />
          )}
          <RouteRows {...shared} />
        </div>
        {isSearching && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('search.swap')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => dispatch({ do: 'swap' })}
          >
            <ArrowUpDown aria-hidden />
          </Button>
        )}
      </div>
      {isSearching && (
        <>
          <Chips />
          <div ref={setListPlace} className="flex min-h-0 flex-1 flex-col overflow-y-auto border-t border-line" />
          <SearchFoot />
        </>
      )}
    </section>
  )
}

/** The person's saved places as buttons. Pressing one fills in the field that is being searched. */
function Chips() {
  const { t } = useTranslation('booking')
  const { state, userId, dispatch } = useBookingDraft()
  const slot = state.search ?? 'drop'
  return (
    <div className="px-4 pb-2 empty:hidden">
      <SavedChips
        namedOnly
        place={placeAt(state.draft, slot) ?? state.draft.pickup}
        label={t('search.saved')}
        userId={userId}
        onChoose={(place) => dispatch({ do: 'choose_place', slot, place })}
      />
    </div>
  )
}

/** Buttons that choose the place on the map, and that add a stop. */
function SearchFoot() {
  const { t } = useTranslation('booking')
  const { state, dispatch } = useBookingDraft()
  const { pickOnMap } = usePlaceFields()
  const { search, draft } = state
  return (
    <div className="flex shrink-0 divide-x divide-line border-t border-line bg-card pb-safe">
      <FootButton onClick={() => search && pickOnMap(search)}>
        <MapPin aria-hidden className="size-4.5" />
        {t('search.map')}
      </FootButton>
      {draft.stops.length < MAX_STOPS && (
        <FootButton onClick={() => dispatch({ do: 'add_stop' })}>
          <Plus aria-hidden className="size-4.5" />
          {t('add_stop_label')}
        </FootButton>
      )}
    </div>
  )
}

function FootButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      // Keeps the focus in the field, so that the phone's keyboard stays open.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onClick}
      className="flex h-12 flex-1 items-center justify-center gap-2 text-sm font-medium hover:bg-soft focus-visible:-outline-offset-2"
    >
      {children}
    </button>
  )
}
