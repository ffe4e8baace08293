import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DropSign, PickupSign, PlaceField } from '@/entities/place'
import { type Embed, type End, ends } from './use-embed'

const signs = { pickup: <PickupSign />, drop: <DropSign /> }

/**
 * The fields for pickup and drop-off in the frame. If the surrounding site names a pickup, such as its hotel, the pickup is
 * fixed. Search results are listed below the fields and make the frame taller.
 */
export function EmbedPlaces({ embed }: { embed: Embed }) {
  const { t } = useTranslation('embed')
  const [listPlace, setListPlace] = useState<HTMLElement | null>(null)
  const { isFixed, isAsked, places, search, setSearch, unfit } = embed
  return (
    <section
      aria-label={t('booking:search.route')}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setSearch(null)}
    >
      <div className="relative rounded-card bg-soft">
        <span aria-hidden className="absolute start-[19.5px] top-8 bottom-8 w-px bg-line-strong/60" />
        {ends.map((end) =>
          end === 'pickup' && (isFixed || (isAsked && !unfit.includes('pickup'))) ? (
            <FixedPickup key={end} address={places.pickup?.add ?? null} />
          ) : (
            <EndField key={end} end={end} embed={embed} listPlace={listPlace} />
          )
        )}
      </div>
      <div ref={setListPlace} className="peer flex max-h-80 flex-col overflow-y-auto empty:hidden">
        {/* The element for the results of the field that is being searched. */}
      </div>
      {search && <p className="px-2 pt-2 text-sm text-muted peer-has-[[role=option]]:hidden">{t('type')}</p>}
    </section>
  )
}

/** Shows a fixed pickup. */
function FixedPickup({ address }: { address: string | null }) {
  const { t } = useTranslation('booking')
  return (
    <p className="flex min-h-12 items-center gap-3 ps-3.5 pe-3 py-2">
      <PickupSign />
      <span className="sr-only">{t('pickup')}: </span>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {address ?? '…'}
      </span>
    </p>
  )
}

interface EndFieldProps {
  end: End
  embed: Embed
  listPlace: HTMLElement | null
}

function EndField({ end, embed, listPlace }: EndFieldProps) {
  const { t } = useTranslation('embed')
  const { places, put, near, covers, search, setSearch, unfit } = embed
  const isUnfit = unfit.includes(end) && !places[end]
  const other = end === 'pickup' ? 'drop' : 'pickup'
  // Moves the focus to the other place field if it is still empty, otherwise to the controls below.
  const goOn = () => {
    setSearch(places[other] ? null : other)
    if (places[other]) setTimeout(() => document.querySelector<HTMLElement>('[role=radio][tabindex="0"]')?.focus())
  }
  return (
    <>
      {end === 'drop' && <span aria-hidden className="ms-10 me-3.5 block h-px bg-line" />}
      <PlaceField
        label={t(`booking:${end}`)}
        sign={signs[end]}
        value={places[end]}
        onChange={(place) => {
          put(end, place)
          if (place) goOn()
        }}
        onPickOnMap={() => {}}
        near={places[other] ?? near}
        from={places[other]}
        covers={covers}
        userId={null}
        offered={[]}
        invalid={isUnfit}
        isSearched={search === end}
        onFocus={() => setSearch(end)}
        listPlace={search === end ? listPlace : null}
      />
      {isUnfit && (
        <p role="alert" className="ps-10 pe-3 pt-1 pb-2 text-sm text-bad">
          {t(`unfit.${end}`)}
        </p>
      )}
    </>
  )
}
