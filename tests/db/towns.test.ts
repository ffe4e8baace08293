/** What the set-up proposes for a town can be saved, in every country: currency, its symbol, time zone, emergency number. */
import { currencies } from '../../src/features/staff/setup/model/facts.ts'
import { proposeTown, type Town, zonesOf } from '../../src/features/staff/setup/model/town.ts'
import { countriesIn } from '../../src/lib/format/countries.ts'
import { rolledBackOutcomes, rolledBackPart } from './support/outcomes.ts'

await rolledBackOutcomes([], async (tx, report) => {
  const [stored] = await tx<Town[]>`select * from public.settings`
  if (!stored) throw new Error('there are no settings')
  const refusals: string[] = []
  const save = (what: string, patch: Partial<Town>) =>
    rolledBackPart(tx, async (inner) => {
      const saved = await inner<Town[]>`update public.settings set ${inner(patch)} where id = 1 returning *`
      const changed = Object.entries(patch).filter(
        ([key, value]) => String(saved[0]?.[key as keyof Town]) !== String(value)
      )
      if (changed.length > 0) refusals.push(`${what}: ${JSON.stringify(changed)} is saved otherwise`)
    }).catch((error: Error) => refusals.push(`${what}: ${error.message}`))
  for (const { code: country } of countriesIn('en')) {
    const { time_zone, panic, ...town } = proposeTown(country, stored, false, 'UTC')
    await save(country, { ...town, panic: panic || '112' })
    for (const zone of time_zone ? [time_zone] : zonesOf(country)) await save(country, { time_zone: zone })
  }
  report(
    refusals.length === 0,
    'what the set-up proposes for a town can be saved in every country',
    refusals.join('; ')
  )
  const unknown = await tx<{ code: string }[]>`
    select c as code from unnest(${[...currencies]}::text[]) c where app.currency_decimals(c) is null`
  report(unknown.length === 0, 'the set-up offers only currencies that can be saved', JSON.stringify(unknown))
})
