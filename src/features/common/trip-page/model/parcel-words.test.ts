import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { type BookingStatus, type Party, STATUSES } from '@/entities/booking'
import { loadBundle } from '@/lib/texts/files'
import { i18nOptions } from '@/lib/texts/i18n'
import { tripView } from './trip-view'

const words = { context: 'delivery' }
/** Words about people who are carried. "Driver" and "Fahrer" are not among them. */
const carried = {
  en: /\brid(?:e|es|er|ers|ing)\b|\bget in\b|passenger/i,
  de: /fahrgäst|fahrgast|einsteig|aussteig|ihre fahrt\b/i,
  ar: /راكب|ركّاب|ركوب|يركب|رحلتك/
}

const facts = (status: BookingStatus, party: Party, isReturning: boolean) => ({
  ...{ status, party, isReturning, isDelivery: true, otpSecure: true, isScheduled: false, hasRated: false },
  ...{
    hasTerms: false,
    paysCash: false,
    due: 'asked' as const,
    isEarly: false,
    hasStopAhead: false,
    unconfirmedStep: null,
    actions: []
  }
})

describe.each(['en', 'de', 'ar'] as const)('in %s', (locale) => {
  const texts = loadBundle(locale).then(async (namespaces) => {
    const own = i18next.createInstance()
    await own.init(i18nOptions(locale, { [locale]: namespaces }, () => 'ltr'))
    return own
  })

  it('headings of a parcel speak of no ride, for its sender and its driver, in every status', async () => {
    const { t, exists } = await texts
    const said = (['rider', 'driver'] as const).flatMap((party) =>
      STATUSES.flatMap((status) =>
        [false, true].flatMap((isReturning) => {
          const { title } = tripView(facts(status, party, isReturning))
          return ['title', 'subtitle'].flatMap((kind) => {
            const key = `trips:${kind}.${title}`
            return exists(key) ? [t(key, words)] : []
          })
        })
      )
    )
    expect(said.length).toBeGreaterThan(40)
    expect(said.filter((text) => carried[locale].test(text))).toEqual([])
  })

  it.each([
    ...['action.no_show', 'ride:code.title', 'ride:code.ask', 'note.driver_cancelled', 'note.driver_cancelled_again'],
    ...['reason.no_show', 'reason.no_show_rider', 'no_show_fee.charged', 'no_show_fee.charged_rider', 'share.words'],
    ...['safety:check', 'safety:check_code', 'drive:no_show.title', 'drive:step.reach.far_text', 'kept:arrived'],
    ...['drive:step.arrive.far_text', 'drive:step.arrive_at_stop.far_text', 'drive:wait.early', 'drive:wait.no_place'],
    ...['common:your_ride.STARTED', 'common:your_ride.REACHED', 'common:your_ride.PENDING'],
    ...['push:car.title', 'push:car.text', 'errors:start_code_required', 'errors:start_code_wrong']
  ])('%s has words of its own for a parcel', async (key) => {
    const { t } = await texts
    const full = key.includes(':') ? key : `trips:${key}`
    expect(t(full, words)).not.toBe(t(full))
    expect(t(full, words)).not.toMatch(carried[locale])
  })
})
