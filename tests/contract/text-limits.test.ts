/** The length limit of a text is defined once, in the database. Each form reports it at the field and cuts nothing off. */
import { expect, it } from 'vitest'
import { find, read } from './files.ts'

/** Controls whose value is no text column, with the reason. */
const others: Record<string, string> = {
  'src/components/form/combobox/combobox-field.tsx': 'a search, of which a match is kept',
  'src/components/form/upload/upload-panel.tsx': 'a file',
  'src/features/profile/components/photo.tsx': 'a file',
  'src/components/form/figure-field.tsx': 'a figure, whose bounds the schema has',
  'src/components/form/rows/cell.tsx': 'the control itself; its column says the limit',
  'src/components/form/text-field.tsx': 'the control itself; finds the limit by table and column',
  'src/components/ui/input.tsx': 'the control itself',
  'src/components/ui/typed-input.tsx': 'days and times',
  'src/components/ui/switch.tsx': 'on or off',
  'src/components/ui/otp-input.tsx': 'as many digits as the code has',
  'src/components/ui/textarea.tsx': 'the control itself',
  'src/entities/person/person-field.tsx': 'a search, of which a person is kept',
  'src/entities/place/place-field.tsx': 'a search, of which a suggestion is kept',
  'src/features/auth/components/referral-field.tsx': 'a code, which is looked up',
  'src/features/auth/components/text-line.tsx': 'the control itself; its form says the limit of the column',
  'src/features/bookings/desk/attention/alarm-dialog.tsx': 'a note, whose limit close_alarm has and no column',
  'src/features/bookings/panel/actions/message-dialog.tsx': 'a message, whose limit message_driver has and no column',
  'src/features/bookings/panel/assign/assign-dialog.tsx': 'a search',
  'src/features/money/dialogs/assign-dialog.tsx': 'a reason, whose limit assign_bank_line has and no column',
  'src/features/money/dialogs/file-box.tsx': 'a file',
  'src/features/money/dialogs/stuck-dialog.tsx': 'a reason, whose limit close_stuck_payment has and no column',
  'src/features/money/lists/differences-list.tsx': 'a reason, whose limit accept_provider_line has and no column',
  'src/features/bookings/panel/trail/player-controls.tsx': 'no text',
  'src/features/booking/components/when-dialog.tsx': 'a day',
  'src/features/telephone/components/caller-field.tsx':
    'a search, of which a person is kept, or a new number that Auth judges',
  'src/features/languages/components/editor/editor-header.tsx': 'a file',
  'src/features/trips/components/after/parcel-photos.tsx': 'a file',
  'src/features/languages/components/editor/filters.tsx': 'a search',
  'src/features/languages/components/editor/json-pane.tsx': 'many texts, each of which has its limit in its own field',
  'src/features/languages/components/editor/text-line.tsx':
    'a text inside of JSON; the model has the limit, which no column has',
  'src/features/bookings/own/toolbar.tsx': 'a search',
  'src/features/driver/shift/car-choice.tsx': 'no text',
  'src/features/driver/shift/car-photos.tsx': 'a file',
  'src/features/driver/shift/mileage-field.tsx': 'a figure',
  'src/features/driver/shift/shift-dialog.tsx': 'a note, whose limit start_shift has and no column that pages read',
  'src/components/form/upload/file-choice.tsx': 'a file',
  'src/features/telephone/components/line-field.tsx': 'the limit of its text (`most` of the field)',
  'src/features/vehicles/vehicle-dialog.tsx':
    'texts of a car, whose limit save_shared_vehicle has and no column that pages read',
  'src/features/settings/components/search-box.tsx': 'a search',
  'src/features/settings/components/origins-control.tsx': 'an address, of which the origin is kept',
  'src/features/widget/components/snippet.tsx': 'read only',
  'src/features/settings/components/setting-control.tsx':
    'the control itself; its row says the limit of the column, or its pattern',
  'src/components/ui/money-input.tsx': 'an amount',
  'src/components/ui/message-line.tsx': 'the limit of its message (`limit` of the line)',
  'src/components/data-table/bulk/bulk-dialog.tsx': 'the limit of its note (`note.limit` of the action)',
  'src/components/data-table/cell-editor.tsx': 'the limit of its column (`limit` of the editor)',
  'src/components/data-table/new-row-line.tsx': 'the limit of its text (`limit` of the new row)',
  'src/components/data-table/filter-editors.tsx': 'a filter',
  'src/components/data-table/person-editor.tsx': 'a search, of which a person is kept',
  'src/components/data-table/view-form.tsx': 'a name that this browser keeps; no column has it',
  'src/components/data-table/toolbar.tsx': 'a search',
  'src/components/ui/checkbox.tsx': 'no text'
}

const forms = find('src/**/*.tsx').filter(
  (path) => !path.endsWith('.test.tsx') && /<(Input|Textarea|input|textarea)\b/.test(read(path))
)

it('every control for a text uses the limit of the database', () => {
  expect(forms.length).toBeGreaterThan(8)
  const without = forms.filter((path) => !(path in others) && !read(path).includes('textLimits.'))
  expect(without).toEqual([])
})

it('no form has its own limit or cuts a text off', () => {
  const own = forms.filter((path) => !(path in others) && /maxLength=/.test(read(path)))
  expect(own).toEqual([])
})

it('the field for a one-time code has as many digits as the codes of Auth', () => {
  const digits = /^otp_length = (\d+)$/m.exec(read('supabase/config.toml'))?.[1]
  expect(read('src/features/auth/model.ts')).toContain(`OTP_LENGTH = ${digits}\n`)
})

it('the limit for texts of a page is that of the languages trigger', () => {
  const rules = read('supabase/schemas/base/settings_rules.sql')
  const limits = read('src/features/languages/model.ts')
  expect(limits).toContain(`text: ${/length\(t\.value\) > (\d+)/.exec(rules)?.[1]} }`)
})

it('a sent code is remembered for as long as Auth accepts it', () => {
  const seconds = Number(/^otp_expiry = (\d+)$/m.exec(read('supabase/config.toml'))?.[1])
  const [, written = ''] = /VALID_MS = ([\d_]+)\n/.exec(read('src/features/auth/sent-code.ts')) ?? []
  expect(Number(written.replaceAll('_', ''))).toBe(seconds * 1000)
})
