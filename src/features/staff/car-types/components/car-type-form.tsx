import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { type ContentOf, declareForm, type FieldKind } from '@/components/form/declare-form'
import { money, rate, segments, select, text, whole } from '@/components/form/field-kinds'
import { FigureField, MoneyField } from '@/components/form/figure-field'
import { useFormContext } from '@/components/form/form-context'
import type { FormFieldProps } from '@/components/form/form-field'
import { RowsField } from '@/components/form/rows/rows-field'
import { type FormRules, useFormRules } from '@/components/form/rules'
import { figure, rows, text as textSchema } from '@/components/form/schema'
import type { Choice } from '@/entities/car'
import { useSettings } from '@/entities/settings'
import { writeDecimal } from '@/lib/typing/decimal'
import { priceLists } from '@/types/limits'
import type { CarTypeRow, Slab } from '../model'
import { CarImageField } from './car-image-field'

const lists = priceLists.car_types
const mostOf = (list: { most: number }) => [0, list.most] as const
const MINUTE_DECIMALS = 2

const writtenMoney = (value: number, { locale, decimals }: FormRules) => writeDecimal(value, locale, decimals)

/** A list of choices with their prices, such as kinds of parcels. `add` is the key of the button that adds one. */
const choices = (list: typeof lists.options, add: string) =>
  ({
    initial: [] as Choice[],
    write: (stored: Choice[], rules) =>
      stored.map(({ description, amount }, index) => ({
        key: String(index),
        description,
        amount: writtenMoney(amount, rules)
      })),
    schemaOf: (rules) =>
      rows(
        {
          description: textSchema(list.description, 'description_required'),
          amount: figure(mostOf(list), rules.decimals, rules.locale)
        },
        list.entries
      ),
    Control: function Choices(props) {
      const { t } = useTranslation('cartypes')
      const { decimals, symbol } = useFormRules()
      return (
        <RowsField
          {...props}
          add={t(add)}
          most={list.entries}
          columns={[
            { name: 'description', label: t('description'), kind: 'text', limit: list.description },
            {
              name: 'amount',
              label: t('amount'),
              heading: t('amount_in', { symbol }),
              kind: 'figure',
              bounds: mostOf(list),
              decimals
            }
          ]}
        />
      )
    }
  }) satisfies FieldKind<Choice[], unknown>

const slabs = {
  initial: [] as Slab[],
  write: (stored: Slab[], rules) =>
    stored.map(({ mins_delayed, amount }, index) => ({
      key: String(index),
      mins_delayed: writeDecimal(mins_delayed, rules.locale),
      amount: writtenMoney(amount, rules)
    })),
  schemaOf: (rules) =>
    rows(
      {
        mins_delayed: figure(mostOf(lists.cancel_slab), MINUTE_DECIMALS, rules.locale),
        amount: figure(mostOf(lists.cancel_slab), rules.decimals, rules.locale)
      },
      lists.cancel_slab.entries
    ),
  Control: function Slabs(props) {
    const { t } = useTranslation('cartypes')
    const { decimals, symbol } = useFormRules()
    const bounds = mostOf(lists.cancel_slab)
    return (
      <RowsField
        {...props}
        add={t('add_slab')}
        most={lists.cancel_slab.entries}
        isSorted
        columns={[
          {
            name: 'mins_delayed',
            label: t('minutes'),
            heading: t('minutes_after'),
            kind: 'figure',
            bounds,
            decimals: MINUTE_DECIMALS,
            before: t('from'),
            unit: t('trips:unit.min')
          },
          { name: 'amount', label: t('fee'), heading: t('fee_in', { symbol }), kind: 'figure', bounds, decimals }
        ]}
      />
    )
  }
} satisfies FieldKind<Slab[], unknown>

/** The id of the edited car type, under which its picture is stored. */
export const CarTypeId = createContext('')

/** The form of a car type with its tariff. */
export const carTypeForm = declareForm(
  'car_types',
  'cartypes',
  {
    image: { section: 'identity', ...text(), Control: () => <CarImageField id={useContext(CarTypeId)} /> },
    name: { section: 'identity', ...text({ required: 'name_required' }) },
    category: { section: 'identity', ...select(['taxi', 'delivery'], 'categories') },
    sort_order: { section: 'identity', ...whole() },
    seats: { section: 'identity', ...whole(4) },
    extra_info: { section: 'identity', className: 'col-span-full', ...text() },

    base_fare: { section: 'fare', ...money() },
    rate_per_unit_distance: { section: 'fare', ...rate(), Control: DistanceRate },
    rate_per_hour: { section: 'fare', ...rate() },
    waiting_rate_per_hour: { section: 'fare', ...rate(), Control: WaitingRate },
    min_fare: { section: 'fare', ...money() },

    convenience_fee_type: {
      section: 'convenience_fee',
      label: 'fee_kind',
      ...segments(['flat', 'percentage'], 'fee_kinds')
    },
    convenience_fees: {
      section: 'convenience_fee',
      label: 'fee_amount',
      ...rate(),
      write: (value: number, rules: FormRules, row: object) =>
        isPercent(row) ? writeDecimal(value, rules.locale) : writtenMoney(value, rules),
      Control: ConvenienceFee
    },

    parcel_types: { section: 'parcel_types', ...choices(lists.parcel_types, 'add_parcel_type') },
    options: { section: 'options', ...choices(lists.options, 'add_option') },
    cancel_slab: { section: 'cancellation', label: 'cancellation', ...slabs }
  },
  [
    {
      path: 'convenience_fees',
      error: 'percent_too_high',
      holds: (row) => !isPercent(row) || row.convenience_fees <= 100
    },
    {
      path: 'cancel_slab',
      error: 'slab_minutes_twice',
      holds: ({ cancel_slab }) =>
        new Set(cancel_slab.map(({ mins_delayed }) => mins_delayed)).size === cancel_slab.length
    }
  ]
)

const isPercent = (row: object) => 'convenience_fee_type' in row && row.convenience_fee_type === 'percentage'

function DistanceRate(props: FormFieldProps) {
  const { t } = useTranslation('cartypes')
  const { settings } = useSettings()
  return <MoneyField {...props} label={t(settings?.convert_to_mile ? 'per_mi' : 'per_km')} />
}

function WaitingRate(props: FormFieldProps) {
  const { t } = useTranslation('cartypes')
  const { settings } = useSettings()
  return <MoneyField {...props} hint={t('waiting_hint', { count: settings?.free_wait ?? 0 })} />
}

function ConvenienceFee(props: FormFieldProps) {
  const { t } = useTranslation('cartypes')
  return isPercent(useFormContext().form.values) ? (
    <FigureField {...props} label={t('fee_percent')} unit="%" decimals={2} bounds={[0, 100]} />
  ) : (
    <MoneyField {...props} />
  )
}

const withoutKey = <Row extends { key: string }>({ key: _key, ...row }: Row) => row

/** Returns the row to save from the form's values. The cancellation fees are sorted by their minutes. */
export const contentOf = (form: ContentOf<typeof carTypeForm>): Omit<CarTypeRow, 'id' | 'version'> => ({
  ...form,
  parcel_types: form.parcel_types.map(withoutKey),
  options: form.options.map(withoutKey),
  cancel_slab: form.cancel_slab.map(withoutKey).sort((a, b) => a.mins_delayed - b.mins_delayed)
})
