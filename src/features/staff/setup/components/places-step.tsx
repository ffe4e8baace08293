import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Skeleton } from '@/components/ui/skeleton'
import { paths } from '@/config/paths'
import { AmountField, useFormat } from '@/entities/settings'
import { readDecimal } from '@/lib/typing/decimal'
import { confirmStep, saveFixedPrices } from '../commands'
import { fareWithin, nameOfSpot, zoneOfSpot } from '../model/fixed-places'
import type { FixedSpot } from '../model/map-facts'
import type { StepProps } from '../model/steps'
import { fixedPricesKey, useFixedPrices, useMapFacts } from '../queries'
import { StepForm, useStep } from './step-form'

/** What an owner does with a place: whether rides from and to it have a fixed price, and which. */
interface Choice {
  /** The id of its zone, chosen before saving, so that a retry makes no second one. */
  id: string
  isTicked: boolean
  price: string
}

/** Places of the map from and to which rides often have a fixed price: a tick and a figure each. */
export function PlacesStep({ settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { locale, money } = useFormat()
  const facts = useMapFacts()
  const { data } = useFixedPrices()
  const known = data?.zones
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const kinds = {
    airport: t('places.kind.airport'),
    station: t('places.kind.station'),
    ferry: t('places.kind.ferry'),
    hospital: t('places.kind.hospital'),
    border: t('places.kind.border')
  }
  const named = (facts?.spots ?? []).map((spot) => ({ spot, name: nameOfSpot(spot, kinds[spot.kind]) }))
  const open = named.filter(({ name }) => !known?.some((zone) => zone.name === name))
  const priceOf = (name: string) => {
    const read = readDecimal(choices[name]?.price ?? '', locale, settings.decimal)
    return read === null ? 0 : Number(read)
  }
  const ticked = open.filter(({ name }) => choices[name]?.isTicked)
  const command = useStep(async () => {
    await saveFixedPrices(
      ticked.map(({ spot, name }) =>
        zoneOfSpot(spot, name, choices[name]?.id ?? '', fareWithin(priceOf(name), data?.fee, settings.decimal))
      )
    )
    await confirmStep('places')
  }, [fixedPricesKey])
  if (facts === undefined || !known) return <Skeleton className="h-64 rounded-card" />
  const put = (name: string, part: Partial<Choice>) =>
    setChoices((before) => ({
      ...before,
      [name]: { id: crypto.randomUUID(), isTicked: false, price: '', ...before[name], ...part }
    }))
  return (
    <StepForm
      command={command}
      disabled={ticked.some(({ name }) => priceOf(name) <= 0)}
      label={ticked.length === 0 ? t('places.none') : undefined}
    >
      {named.length === 0 && <Alert>{t('places.empty')}</Alert>}
      {named.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line bg-card">
          {named.map(({ spot, name }) => {
            const zone = known.find((one) => one.name === name)
            return (
              <li key={name} className="px-4 py-2">
                {zone ? (
                  <p className="flex min-h-11 items-center justify-between gap-4">
                    <span dir="auto" className="font-medium">
                      {name}
                    </span>
                    <span className="text-sm text-muted">
                      {zone.active ? t('places.priced', { price: money(zone.price) }) : t('places.off')}
                    </span>
                  </p>
                ) : (
                  <Spot
                    spot={spot}
                    name={name}
                    kind={kinds[spot.kind]}
                    choice={choices[name]}
                    onChange={(part) => put(name, part)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <p className="text-sm text-pretty text-muted">
        {t('places.more')}{' '}
        <Link to={paths.zones} className="font-medium text-ink underline underline-offset-4">
          {t('places.zones')}
        </Link>
      </p>
    </StepForm>
  )
}

interface SpotProps {
  spot: FixedSpot
  name: string
  kind: string
  choice: Choice | undefined
  onChange: (part: Partial<Choice>) => void
}

function Spot({ spot, name, kind, choice, onChange }: SpotProps) {
  const { t } = useTranslation('setup')
  const isTicked = choice?.isTicked === true
  const note = [spot.name === '' ? '' : kind, spot.near === name ? '' : spot.near].filter(Boolean).join(' · ')
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          checked={isTicked}
          onChange={({ target }) => onChange({ isTicked: target.checked })}
          className="size-6 shrink-0 accent-ink"
        />
        <span className="min-w-0">
          <span dir="auto" className="block font-medium">
            {name}
          </span>
          {note && <span className="block text-sm text-muted">{note}</span>}
        </span>
      </label>
      {isTicked && (
        <div className="ps-9 pt-1 pb-2">
          <AmountField
            label={t('places.price', { place: name })}
            hint={t('places.price_hint')}
            text={choice.price}
            onChange={(price) => onChange({ price })}
          />
        </div>
      )}
    </>
  )
}
