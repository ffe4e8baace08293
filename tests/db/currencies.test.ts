/** The currencies of the database are those of the settings page and of the payment functions, with the same decimals. */
import { currencies } from '../../src/features/staff/settings/model/options.ts'
import { currencyFacts } from '../../src/lib/format/format.ts'
import { decimalsOf } from '../../supabase/functions/payments/providers/money.ts'
import { rolledBackOutcomes } from './support/outcomes.ts'

await rolledBackOutcomes([], async (tx, report) => {
  const codes = currencies.split(' ')
  const every = Array.from({ length: 26 ** 3 }, (_, n) =>
    [n / 676, (n / 26) % 26, n % 26].map((letter) => String.fromCharCode(65 + Math.floor(letter))).join('')
  )
  const known = await tx<{ code: string; decimals: number }[]>`
    select c as code, app.currency_decimals(c) as decimals from unnest(${every}::text[]) c where app.currency_decimals(c) is not null order by c`
  report(
    known.map(({ code }) => code).join(' ') === codes.join(' '),
    'the settings page lists each currency that can be saved'
  )
  const paid = known.filter(({ code, decimals }) => decimalsOf(code) !== decimals)
  report(paid.length === 0, 'the payment functions know each currency’s decimals', JSON.stringify(paid))
  const proposed = known.filter(({ code, decimals }) => currencyFacts(code, 'en').decimals > decimals)
  report(proposed.length === 0, 'the settings page proposes decimals that can be saved', JSON.stringify(proposed))
})
