import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { useFormat } from '@/entities/settings'
import { countriesIn } from '@/lib/format/countries'
import { formatMoney } from '@/lib/format/format'
import { textLimits } from '@/types/text-limits'
import { confirmStep, readLine } from '../commands'
import { useAreaDraft } from '../hooks/use-area-draft'
import { CURRENCY_SOURCE, currencies, currencyOf, emergencyIn, FACTS_AS_OF, taxNameIn, usesMiles } from '../model/facts'
import type { MapFacts } from '../model/map-facts'
import type { StepProps } from '../model/steps'
import { missingIn, moneyOf, proposeTown, type Town, townPatch, zoneIn, zonesOf } from '../model/town'
import { areaKey, useMapFacts } from '../queries'
import { AreaCard } from './area-card'
import { MapWarnings } from './map-warnings'
import { StepForm, useStep } from './step-form'
import { TownRow } from './town-row'

/** Everything about the town in one card: proposed from the map, each with its reason, and confirmed by one press. */
export function TownStep({ setup, settings }: StepProps) {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const region = setup.region_country
  const isLocked = setup.currency_locked === true
  const [town, setTown] = useState<Town | null>(() => {
    if (setup.town) return settings
    return region ? proposeTown(region, settings, isLocked) : null
  })
  // What has to be entered is open from the first on and stays so: a field that closed by itself would take the focus along.
  const [open, setOpen] = useState<readonly string[]>(() => (town ? missingIn(town) : ['country']))
  const countries = useMemo(() => countriesIn(locale), [locale])
  const facts = useMapFacts()
  const area = useAreaDraft(facts, setup.town === true)
  const command = useStep(async () => {
    if (!town) return
    const panic = await readLine(town.panic, town.country)
    await area.save()
    await confirmStep('town', { ...townPatch(town, isLocked), panic, tax_name: town.tax_name.trim() })
  }, [areaKey])
  const country = countries.find(({ code }) => code === town?.country)
  const row = (name: string) => ({
    name,
    isOpen: open.includes(name),
    onOpen: () => setOpen((before) => [...before, name])
  })
  const choose = (code: string) => {
    const next = proposeTown(code, settings, isLocked)
    setTown(next)
    setOpen((before) => [...before, ...missingIn(next)])
  }
  const countryReason = region && region === town?.country ? t('town.of_map') : t('town.chosen')
  return (
    <StepForm command={command} disabled={!town || missingIn(town).length > 0 || !area.isReady}>
      {town && region && region !== town.country && (
        <Alert tone="info">{t('town.other_country', { country: nameOf(countries, region) })}</Alert>
      )}
      <div className="divide-y divide-line rounded-card border border-line bg-card">
        <TownRow
          {...row('country')}
          value={country?.name ?? town?.country ?? ''}
          reason={town ? countryReason : t('town.unknown')}
          field={(id) => (
            <Select id={id} value={town?.country ?? ''} onChange={({ target }) => choose(target.value)}>
              {!town && <option value="">{t('town.choose')}</option>}
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        />
        {town && (
          <FactsOfTown
            town={town}
            put={(part) => setTown({ ...town, ...part })}
            country={country}
            isLocked={isLocked}
            row={row}
            facts={facts}
          />
        )}
      </div>
      {area.isKnown && <AreaCard area={area} />}
      {facts && <MapWarnings facts={facts} />}
    </StepForm>
  )
}

interface FactsProps {
  town: Town
  put: (part: Partial<Town>) => void
  country: { name: string; dial: string } | undefined
  isLocked: boolean
  row: (name: string) => { name: string; isOpen: boolean; onOpen: (name: string) => void }
  facts: MapFacts | null | undefined
}

/** What follows from the country: currency, telephone numbers, time zone, distances, emergency number and name of the tax. */
function FactsOfTown({ town, put, country, isLocked, row, facts }: FactsProps) {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const sourced = useSourced()
  const currencyRow = row('currency')
  const emergency = emergencyIn(town.country)
  const tax = taxNameIn(town.country)
  const currencyReason = () => {
    if (isLocked) return t('town.locked')
    const isProposed = town.code === currencyOf(town.country)
    return isProposed
      ? sourced(t('town.of_country', { country: country?.name }), CURRENCY_SOURCE)
      : t('town.currency_chosen')
  }
  return (
    <>
      <TownRow
        {...currencyRow}
        value={`${town.code} · ${formatMoney(12, town, locale)}`}
        reason={currencyReason()}
        onOpen={isLocked ? undefined : currencyRow.onOpen}
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
      <TownRow name="dial" value={country?.dial ?? ''} reason={t('town.dial')} />
      <ZoneRow {...row('time_zone')} town={town} put={put} />
      <TownRow
        {...row('units')}
        value={t(town.convert_to_mile ? 'town.miles' : 'town.kilometres')}
        reason={t(town.convert_to_mile === usesMiles(town.country) ? 'town.units' : 'town.chosen')}
        group={
          <Segmented
            label={t('town.row.units')}
            value={town.convert_to_mile ? 'miles' : 'kilometres'}
            onChange={(value) => put({ convert_to_mile: value === 'miles' })}
            options={(['kilometres', 'miles'] as const).map((value) => ({ value, label: t(`town.${value}`) }))}
          />
        }
      />
      {facts && <TownRow name="side" value={t(`town.side.${facts.drives_on}`)} reason={t('town.side.why')} />}
      <TownRow
        {...row('panic')}
        value={town.panic}
        reason={
          emergency && town.panic === emergency.value
            ? sourced(t('town.panic'), emergency.source)
            : t('town.panic_unknown')
        }
        field={(id) => (
          <Input
            id={id}
            inputMode="tel"
            value={town.panic}
            onChange={({ target }) => put({ panic: target.value })}
            required
          />
        )}
      />
      <TownRow
        {...row('tax_name')}
        value={town.tax_name}
        reason={
          tax && town.tax_name === tax.value ? sourced(t('town.tax_name'), tax.source) : t('town.tax_name_unknown')
        }
        field={(id) => (
          <Input
            id={id}
            maxLength={textLimits.settings.tax_name}
            value={town.tax_name}
            onChange={({ target }) => put({ tax_name: target.value })}
            required
          />
        )}
      />
    </>
  )
}

/** Returns a function that adds to a reason where its fact is from, and as of when. */
function useSourced(): (reason: string, source: string) => string {
  const { t } = useTranslation('setup')
  const { locale } = useFormat()
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (reason, source) => `${reason} ${t('town.source', { source, month: month.format(new Date(FACTS_AS_OF)) })}`
}

/** The time zone, and where it is from: the country, the device or the owner. */
function ZoneRow({ town, put, ...row }: Pick<FactsProps, 'town' | 'put'> & ReturnType<FactsProps['row']>) {
  const { t } = useTranslation('setup')
  const zones = zonesOf(town.country)
  const proposed = zoneIn(town.country)
  const all = zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone')
  const choices = town.time_zone === '' || all.includes(town.time_zone) ? all : [town.time_zone, ...all]
  const reason = () => {
    if (town.time_zone === '') return t('town.ask_zone')
    if (town.time_zone !== proposed) return t('town.chosen')
    return zones.length === 1 ? t('town.only_zone') : t('town.of_place', { count: zones.length })
  }
  return (
    <TownRow
      {...row}
      value={town.time_zone.replaceAll('_', ' ')}
      reason={reason()}
      field={(id) => (
        <Select id={id} required value={town.time_zone} onChange={({ target }) => put({ time_zone: target.value })}>
          {town.time_zone === '' && <option value="">{t('town.choose')}</option>}
          {choices.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      )}
    />
  )
}

const nameOf = (countries: readonly { code: string; name: string }[], code: string): string =>
  countries.find((country) => country.code === code)?.name ?? code
