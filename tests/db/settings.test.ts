/** What the compiler cannot compare between the columns of `settings` and the office's fields, whose types it compares. */
import { settings } from '../../src/features/staff/settings/model/fields.ts'
import { rolledBackOutcomes } from './support/outcomes.ts'

await rolledBackOutcomes([], async (tx, report) => {
  const columns = await tx<{ key: string; type: string; comment: string | null }[]>`
    select attname::text as key, format_type(atttypid, null) as type, col_description(attrelid, attnum) as comment from pg_attribute
    where attrelid = 'public.settings'::regclass and attnum > 0 and not attisdropped and attname not in ('id', 'updated_at')`
  const none = (wrong: readonly { key: string }[], name: string): void =>
    report(wrong.length === 0, name, wrong.map(({ key }) => key).join(', '))
  const whole = new Set(columns.filter(({ type }) => type === 'integer').map(({ key }) => key))
  none(
    settings.filter((one) => one.kind === 'figure' && (one.decimals === 0) !== whole.has(one.key)),
    'a setting is edited without decimals if its column is an integer, and only then'
  )
  none(
    settings.filter(({ kind, key }) => kind === 'money' && whole.has(key)),
    'an amount of money among the settings is no integer'
  )
  none(
    columns.filter(({ comment }) => !comment),
    'each setting has a comment, which is its documentation'
  )
  none(
    columns.filter(({ key }) => /secret|token|password|_key$|^key_|api_/.test(key)),
    'no setting is a secret, because visitors can read them all'
  )
})
