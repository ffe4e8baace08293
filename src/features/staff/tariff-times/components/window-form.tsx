import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { SelectField } from '@/components/form/choice-field'
import { type ContentOf, declareForm } from '@/components/form/declare-form'
import { segments, text, timeOf, toggle } from '@/components/form/field-kinds'
import { FigureField } from '@/components/form/figure-field'
import { useFormContext } from '@/components/form/form-context'
import type { FormFieldProps } from '@/components/form/form-field'
import type { Values } from '@/components/form/merge'
import { type FormRules, useFormRules } from '@/components/form/rules'
import { boundsOf, columnsOf } from '@/components/form/schema'
import { useCarTypes } from '@/entities/car'
import { writeDecimal } from '@/lib/typing/decimal'
import type { WindowContent } from '../model/window'
import { dates, WeekDaysField } from './day-fields'

/** The form of a tariff window. It has one field for the surcharge; the table has a column for each kind of surcharge. */
export const windowForm = declareForm(
  'tariff_windows',
  'tariff_times',
  {
    name: { hint: 'name_hint', className: 'col-span-full', ...text({ required: 'name_required' }) },
    price: { className: 'col-span-full', ...segments(['percent', 'amount'], 'prices') },
    figure: {
      label: 'surcharge',
      className: 'col-span-full',
      initial: null as number | null,
      write: (value: number | null, { locale, decimals }, window: object) =>
        value === null ? '' : writeDecimal(value, locale, isAmount(window) ? decimals : 0),
      schemaOf: (rules) => columnsOf('tariff_windows', rules).share('amount'),
      Control: SurchargeField
    },
    days: {
      className: 'col-span-full',
      initial: [1, 2, 3, 4, 5, 6, 7],
      write: (days: number[]) => [...days].sort(),
      schemaOf: () => z.array(z.number()),
      Control: WeekDaysField
    },
    from_time: { label: 'from', ...timeOf('22:00') },
    to_time: { label: 'to', ...timeOf('06:00') },
    dates: { hint: 'dates_hint', className: 'col-span-full', ...dates },
    except_dates: { hint: 'except_dates_hint', className: 'col-span-full', ...dates },
    car_type_id: {
      label: 'car_type',
      className: 'col-span-full',
      initial: '',
      write: (id: string) => id,
      schemaOf: () => z.string(),
      Control: CarTypeField
    },
    active: { hint: 'active_hint', className: 'col-span-full', ...toggle(true) }
  },
  [
    {
      path: 'figure',
      error: 'figure_out_of_range',
      holds: (window) => isAmount(window) || window.figure <= figureBounds(window, 2)[1]
    },
    { path: 'days', error: 'days_required', holds: ({ days, dates }) => days.length + dates.length > 0 }
  ]
)

export type WindowForm = ContentOf<typeof windowForm>

const isAmount = (window: object) => 'price' in window && window.price === 'amount'

/** Returns the minimum and maximum of the surcharge, as a percentage or an amount. */
const figureBounds = (window: object, decimals: number) =>
  boundsOf('tariff_windows', isAmount(window) ? 'amount' : 'percent', decimals) ?? [0, 0]

function SurchargeField(props: FormFieldProps) {
  const { symbol, decimals } = useFormRules()
  const { values } = useFormContext().form
  const [unit, places] = isAmount(values) ? [symbol, decimals] : ['%', 2]
  return <FigureField {...props} unit={unit} decimals={places} bounds={figureBounds(values, places)} />
}

function CarTypeField(props: FormFieldProps) {
  const { t } = useTranslation('tariff_times')
  const { carTypes } = useCarTypes('both')
  const options = (carTypes ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return <SelectField {...props} options={[{ value: '', label: t('all_cars') }, ...options]} />
}

/** Returns the form's values for a stored window. */
export const valuesOf = (row: WindowContent, rules: FormRules): Values =>
  windowForm.valuesOf(
    {
      ...row,
      price: row.amount === null ? 'percent' : 'amount',
      figure: row.amount ?? row.percent,
      car_type_id: row.car_type_id ?? ''
    },
    rules
  )

type Typed = Omit<WindowForm, 'price' | 'figure'> & { price: string; figure: number | null }

/** Returns the row to save from the form's values. */
export const contentOf = ({ price, figure, car_type_id, ...form }: Typed): WindowContent => ({
  ...form,
  car_type_id: car_type_id || null,
  amount: price === 'amount' ? figure : null,
  percent: price === 'percent' ? figure : null
})

/** A new window is every night. */
export const newWindow = contentOf(windowForm.initial)
