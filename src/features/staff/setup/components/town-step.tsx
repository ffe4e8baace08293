import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/entities/settings'
import { countriesIn } from '@/lib/format/countries'
import { formatMoney } from '@/lib/format/format'
import { confirmStep } from '../commands'
import { currencies, emergencyOf } from '../model/facts'
import type { StepProps } from '../model/steps'
import { moneyOf, proposeTown, type Town, townPatch, zonesOf } from '../model/town'
import { StepForm, useStep } from './step-form'

/** Everything about the town in one card: proposed from the map, each with its reason, and confirmed by one press. */
export function TownStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const { lng, region_country: region } = setup
  const [town, setTown] = useState<Town | null>(() => {
    if (setup.town) return settings
    return region ? proposeTown(region, lng, settings) : null
  })
  const [changed, setChanged] = useState<readonly string[]>([])
  const countries = useMemo(() => countriesIn(locale), [locale])
  const isLocked = setup.currency_locked === true
  const command = useStep(() => confirmStep('town', town ? townPatch(pick(town), isLocked) : {}))
  const country = countries.find(({ code }) => code === town?.country)
  const isOpen = (name: string) => changed.includes(name)
  const open = (name: string) => setChanged([...changed, name])
  const countryField = (id: string) => (
    <Select
      id={id}
      value={town?.country ?? ''}
      onChange={({ target }) => setTown(proposeTown(target.value, lng, settings))}
    >
      {!town && <option value="">{t('town.choose')}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
  if (!town) return <Row name="country" isOpen value="" reason={t('town.unknown')} field={countryField} />
  const put = (part: Partial<Town>) => setTown({ ...town, ...part })
  const zones = zonesOf(town.country)
  const choices = zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone')
  const price = formatMoney(12, town, locale)
  return (
    <StepForm command={command} disabled={town.time_zone === ''}>
      {region && region !== town.country && (
        <Alert tone="info">{t('town.other_country', { country: nameOf(countries, region) })}</Alert>
      )}
      <div className="divide-y divide-line rounded-card border border-line bg-card">
        <Row
          name="country"
          value={country?.name ?? town.country}
          reason={region === town.country ? t('town.of_map') : t('town.chosen')}
          isOpen={isOpen('country')}
          onOpen={open}
          field={countryField}
        />
        <Row
          name="currency"
          value={`${town.code} · ${price}`}
          reason={isLocked ? t('town.locked') : t('town.of_country', { country: country?.name })}
          isOpen={isOpen('currency')}
          onOpen={isLocked ? undefined : open}
          field={(id) => (
            <Select
              id={id}
              value={town.code}
              onChange={({ target }) => put({ code: target.value, ...moneyOf(target.value, town.country) })}
            >
              {currencies.map((code) => (
                <option key={code}>{code}</option>
              ))}
            </Select>
          )}
        />
        <Row name="dial" value={country?.dial ?? ''} reason={t('town.dial')} />
        <Row
          name="time_zone"
          value={town.time_zone.replaceAll('_', ' ')}
          reason={zones.length > 1 ? t('town.of_place', { count: zones.length }) : t('town.only_zone')}
          isOpen={isOpen('time_zone') || town.time_zone === ''}
          onOpen={open}
          field={(id) => (
            <Select id={id} value={town.time_zone} onChange={({ target }) => put({ time_zone: target.value })}>
              {town.time_zone === '' && <option value="">{t('town.choose')}</option>}
              {choices.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </Select>
          )}
        />
        <Row
          name="units"
          value={t(town.convert_to_mile ? 'town.miles' : 'town.kilometres')}
          reason={t('town.units')}
          isOpen={isOpen('units')}
          onOpen={open}
          field={() => (
            <Segmented
              label={t('town.row.units')}
              value={town.convert_to_mile ? 'miles' : 'kilometres'}
              onChange={(value) => put({ convert_to_mile: value === 'miles' })}
              options={(['kilometres', 'miles'] as const).map((value) => ({ value, label: t(`town.${value}`) }))}
            />
          )}
        />
        <Row
          name="panic"
          value={town.panic}
          reason={t(emergencyOf(town.country) ? 'town.panic' : 'town.panic_unknown')}
          isOpen={isOpen('panic') || emergencyOf(town.country) === null}
          onOpen={open}
          field={(id) => (
            <Input
              id={id}
              type="tel"
              value={town.panic}
              onChange={({ target }) => put({ panic: target.value.trim() })}
            />
          )}
        />
      </div>
    </StepForm>
  )
}

const nameOf = (countries: readonly { code: string; name: string }[], code: string): string =>
  countries.find((country) => country.code === code)?.name ?? code

/** Returns the settings of the town without all others. */
const pick = ({
  country,
  code,
  decimal,
  symbol,
  swipe_symbol,
  cash_unit,
  time_zone,
  convert_to_mile,
  panic
}: Town): Town => ({
  country,
  code,
  decimal,
  symbol,
  swipe_symbol,
  cash_unit,
  time_zone,
  convert_to_mile,
  panic
})

interface RowProps {
  name: string
  value: string
  /** Why this is proposed. */
  reason: string
  /** True if the field is shown instead of the value. */
  isOpen?: boolean
  /** Opens the field; undefined if the value cannot be changed. */
  onOpen?: ((name: string) => void) | undefined
  field?: (id: string) => ReactNode
}

function Row({ name, value, reason, isOpen = false, onOpen, field }: RowProps) {
  const { t } = useTranslation('setup')
  const id = useId()
  const label = t(`town.row.${name}` as 'town.row.country')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3">
      <div className="min-w-0">
        {isOpen && field ? (
          <label htmlFor={id} className="text-sm text-muted">
            {label}
          </label>
        ) : (
          <p className="text-sm text-muted">{label}</p>
        )}
        {isOpen && field ? (
          <div className="mt-1">{field(id)}</div>
        ) : (
          <p dir="auto" className="font-medium">
            {value}
          </p>
        )}
        <p className="mt-0.5 text-xs text-pretty text-muted">{reason}</p>
      </div>
      {!isOpen && onOpen && (
        <Button
          type="button"
          variant="ghost"
          size="md"
          onClick={() => onOpen(name)}
          aria-label={t('town.change_of', { what: label })}
        >
          {t('town.change')}
        </Button>
      )}
    </div>
  )
}
