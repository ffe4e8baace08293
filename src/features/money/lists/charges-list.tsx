import { CalendarOff, CarTaxiFront } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DayInput } from '@/components/ui/day-input'
import { Field } from '@/components/ui/field'
import { FormBeside } from '@/components/ui/form-beside'
import { Input } from '@/components/ui/input'
import { MoneyInput } from '@/components/ui/money-input'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { type FoundPerson, PersonField, personFilter, usePersonPath, useTableHost } from '@/entities/person'
import { useSettings } from '@/entities/settings'
import { unwrap } from '@/lib/api'
import { readDecimal } from '@/lib/decimal'
import { apart } from '@/lib/isolated'
import { serverNow } from '@/lib/server-clock'
import { supabase } from '@/lib/supabase'
import { isDay } from '@/lib/typed-day'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { dayOf } from '@/lib/zoned'
import type { Database } from '@/types/database'
import { textLimits } from '@/types/text-limits'
import { addCharge, CHARGE_KINDS, type ChargeKind, endCharge } from '../commands'
import { useMoneyWords } from '../use-words'
import { BackLink } from './back-link'

type Charge = Database['public']['Functions']['list_driver_charges']['Returns'][number]

const chargeSource: Source<Charge> = async ({ filters }, { after, size }, signal) => {
  const state = filters.state?.[0]
  const rows = await unwrap(
    supabase
      .rpc('list_driver_charges', {
        of_driver: filters.driver?.[0] ?? null,
        running: state ? state === 'running' : null,
        before_id: (after as string | null) ?? null,
        page_size: size
      })
      .abortSignal(signal)
  )
  return pageOf<Charge>(rows, size, ({ id }) => id)
}

/** Whether the driver will still be charged, once or every week. */
const isRunning = ({ until_day, weekly, charged_until }: Charge, today: string): boolean =>
  (until_day === null || until_day >= today) && (weekly || charged_until === null)

/**
 * The list of what drivers are charged besides commissions, such as car rent. The charges are posted to the ledger before each
 * weekly payout.
 */
export function ChargesList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const { day } = useMoneyWords()
  const [ending, setEnding] = useState<Charge | null>(null)
  const { money, timeZone } = host
  const definition = useMemo((): TableDefinition<Charge> => {
    const label = (id: string) => t(`charges.column.${id}`)
    const kind = (row: Charge) => t(`charges.kind.${row.kind}`)
    const every = (row: Charge) => t(row.weekly ? 'charges.weekly' : 'charges.once')
    const state = (row: Charge) => (isRunning(row, dayOf(serverNow(), timeZone)) ? 'running' : 'ended')
    const badge = (row: Charge) => (
      <Badge dot tone={state(row) === 'running' ? 'ok' : 'neutral'}>
        {t(`charges.state.${state(row)}`)}
      </Badge>
    )
    return {
      id: 'money-charges',
      label: t('charges.title'),
      columns: [
        {
          id: 'name',
          label: label('name'),
          value: (row) => row.name,
          link: (row) => personPath(row.driver_id, 'driver'),
          width: 176
        },
        { id: 'kind', label: label('kind'), value: kind, width: 120 },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 120 },
        { id: 'every', label: label('every'), value: every, width: 112 },
        {
          id: 'state',
          label: label('state'),
          value: (row) => t(`charges.state.${state(row)}`),
          cell: badge,
          width: 120
        },
        { id: 'from', label: label('from'), value: (row) => row.from_day, kind: 'day', width: 120 },
        { id: 'until', label: label('until'), value: (row) => row.until_day, kind: 'day', width: 120 },
        { id: 'charged', label: label('charged'), value: (row) => row.charged_until, kind: 'day', width: 128 },
        { id: 'note', label: label('note'), value: (row) => row.note, width: 200 }
      ],
      filters: [
        personFilter('driver', label('name'), 'driver'),
        {
          id: 'state',
          label: label('state'),
          kind: 'choice',
          options: ['running', 'ended'].map((value) => ({ value, label: t(`charges.state.${value}`) }))
        }
      ],
      source: chargeSource,
      rowId: ({ id }) => id,
      rowName: (row) => `${apart(row.name)}, ${kind(row)}`,
      actions: (row) =>
        state(row) === 'running'
          ? [{ id: 'end', label: t('charges.end'), icon: CalendarOff, isDanger: true, onSelect: () => setEnding(row) }]
          : [],
      card: (row) => (
        <RowCard
          title={row.name}
          badge={badge(row)}
          parts={[kind(row), every(row), day(row.from_day)]}
          figure={money(row.amount)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('charges.empty'), icon: CarTaxiFront },
      live: { topic: 'admin', events: ['audit'], idOf: () => null, one: async () => null }
    }
  }, [t, money, day, timeZone, personPath])
  return (
    <>
      <FormBeside title={t('charges.new')} form={<ChargeForm />}>
        <DataTable definition={definition} host={host} />
      </FormBeside>
      {ending && <EndDialog charge={ending} onClose={() => setEnding(null)} />}
    </>
  )
}

interface Draft {
  person: FoundPerson | null
  kind: ChargeKind
  amount: string
  every: 'week' | 'once'
  from: string
  until: string
  note: string
}

const MOST = 999_999

function ChargeForm() {
  const { t } = useTranslation('money')
  const { locale, timeZone, decimals } = useMoneyWords()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const today = dayOf(serverNow(), timeZone)
  const blank: Draft = { person: null, kind: 'rent', amount: '', every: 'week', from: today, until: '', note: '' }
  const [draft, setDraft] = useState(blank)
  const [isTried, setTried] = useState(false)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const amount = Number(readDecimal(draft.amount, locale, decimals) ?? 0)
  const faults = {
    person: !draft.person && t('charges.need_driver'),
    amount: !(amount > 0 && amount <= MOST) && errorText('amount_invalid'),
    from: !isDay(draft.from) && t('charges.need_day'),
    until: draft.until !== '' && !(isDay(draft.until) && draft.until >= draft.from) && t('charges.need_later')
  }
  const add = useCommand<void>(
    (_, key) =>
      addCharge(
        {
          driverId: draft.person?.id ?? '',
          kind: draft.kind,
          amount,
          weekly: draft.every === 'week',
          from: draft.from,
          until: draft.until || null,
          note: draft.note.trim()
        },
        key
      ),
    {
      done: t('charges.added'),
      onDone: () => {
        setDraft(blank)
        setTried(false)
      }
    }
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!Object.values(faults).some(Boolean)) void add.run()
  }
  const faultOf = (field: keyof typeof faults) => (isTried && faults[field]) || null
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <PersonField
        label={t('charges.driver')}
        of="driver"
        value={draft.person}
        onChange={(person) => set({ person })}
        error={faultOf('person')}
      />
      <Field label={t('charges.column.kind')}>
        {(control) => (
          <Select
            {...control}
            isTall
            value={draft.kind}
            onChange={(event) => set({ kind: event.target.value as ChargeKind })}
          >
            {CHARGE_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`charges.kind.${kind}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('charges.column.amount')} error={faultOf('amount')}>
        {(control) => (
          <MoneyInput
            {...control}
            symbol={settings?.symbol}
            value={draft.amount}
            onChange={(text) => set({ amount: text })}
          />
        )}
      </Field>
      <Segmented
        label={t('charges.column.every')}
        value={draft.every}
        onChange={(every) => set({ every })}
        options={[
          { value: 'week', label: t('charges.weekly') },
          { value: 'once', label: t('charges.once') }
        ]}
      />
      <Field label={t('charges.column.from')} error={faultOf('from')}>
        {(control) => (
          <DayInput
            {...control}
            label={t('charges.column.from')}
            value={draft.from}
            onChange={(from) => set({ from })}
            today={today}
            locale={locale}
          />
        )}
      </Field>
      {draft.every === 'week' && (
        <Field label={t('charges.until')} error={faultOf('until')}>
          {(control) => (
            <DayInput
              {...control}
              label={t('charges.until')}
              value={draft.until}
              onChange={(until) => set({ until })}
              today={today}
              locale={locale}
              min={draft.from}
              isOptional
            />
          )}
        </Field>
      )}
      <Field label={t('charges.note')} limit={{ text: draft.note, of: textLimits.driver_charges.note }}>
        {(control) => <Input {...control} value={draft.note} onChange={(event) => set({ note: event.target.value })} />}
      </Field>
      {add.error && <Alert tone="bad">{errorText(add.error)}</Alert>}
      <Button type="submit" variant="accent" className="w-full" busy={add.busy}>
        {t('charges.add')}
      </Button>
    </form>
  )
}

function EndDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { locale, timeZone, money } = useMoneyWords()
  const today = dayOf(serverNow(), timeZone)
  const [until, setUntil] = useState(today)
  const end = useCommand(() => endCharge(charge.id, until), { done: t('charges.ended'), onDone: onClose })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('charges.end_title')}
      text={t('charges.end_text', {
        name: apart(charge.name),
        kind: t(`charges.kind.${charge.kind}`),
        amount: money(charge.amount)
      })}
      keep={t('common:cancel')}
      confirm={t('charges.end')}
      disabled={!isDay(until)}
      busy={end.busy}
      error={end.error}
      onConfirm={() => void end.run()}
    >
      <Field label={t('charges.until')}>
        {(control) => (
          <DayInput
            {...control}
            label={t('charges.until')}
            value={until}
            onChange={setUntil}
            today={today}
            locale={locale}
          />
        )}
      </Field>
    </ConfirmDialog>
  )
}
