import { FileCheck2 } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { DataTable, pageOf, RowCard, type Source, type TableDefinition } from '@/components/data-table'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { FormBeside } from '@/components/ui/form-beside'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Textarea } from '@/components/ui/textarea'
import { AskSecond, PendingApprovals } from '@/entities/approval'
import { type FoundPerson, PersonField, usePersonPath, useTableHost } from '@/entities/person'
import { apart } from '@/lib/format/isolated'
import { useResting } from '@/lib/hooks/use-resting'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { isTooLong } from '@/lib/typing/text-limit'
import type { Database } from '@/types/database'
import { textLimits } from '@/types/text-limits'
import { writeOff } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { bookingAtDesk } from '../../model/links'
import { useRefreshDesk } from '../../queries'
import { BackLink } from './back-link'

type WriteOff = Database['public']['Functions']['list_write_offs']['Returns'][number]

const writeOffSource: Source<WriteOff> = async (_query, { after, size }, signal) => {
  const rows = await unwrap(
    supabase
      .rpc('list_write_offs', { before_id: (after as string | null) ?? null, page_size: size })
      .abortSignal(signal)
  )
  return pageOf<WriteOff>(rows, size, ({ id }) => id)
}

/** The list of debts that were written off, and the form to write one off. */
export function WriteOffsList() {
  const { t } = useTranslation('money')
  const host = useTableHost()
  const personPath = usePersonPath()
  const refresh = useRefreshDesk()
  const { money, dateTime } = host
  const definition = useMemo((): TableDefinition<WriteOff> => {
    const label = (id: string) => t(`writeoffs.column.${id}`)
    return {
      id: 'money-write-offs',
      label: t('writeoffs.title'),
      columns: [
        { id: 'created', label: label('created'), value: (row) => row.created_at, kind: 'moment', width: 176 },
        {
          id: 'name',
          label: label('name'),
          value: (row) => row.name,
          link: (row) => personPath(row.user_id, null),
          width: 176
        },
        {
          id: 'reference',
          label: label('reference'),
          value: (row) => row.reference,
          link: (row) => (row.booking_id ? bookingAtDesk(row.booking_id) : null),
          width: 120
        },
        { id: 'amount', label: label('amount'), value: (row) => row.amount, kind: 'money', width: 128 },
        { id: 'reason', label: label('reason'), value: (row) => row.reason, width: 260 },
        { id: 'day', label: label('day'), value: (row) => row.on_day, kind: 'day', width: 128 },
        { id: 'by', label: label('by'), value: (row) => row.written_by, width: 160 }
      ],
      source: writeOffSource,
      rowId: ({ id }) => id,
      rowName: (row) => `${apart(row.name)}, ${money(row.amount)}`,
      card: (row) => (
        <RowCard
          title={row.name}
          parts={[dateTime(row.created_at), row.reference, row.reason]}
          figure={money(row.amount)}
        />
      ),
      action: <BackLink />,
      empty: { title: t('common:no_data'), hint: t('writeoffs.empty'), icon: FileCheck2 },
      live: { topic: 'admin', events: ['audit'] }
    }
  }, [t, money, dateTime, personPath])
  return (
    <FormBeside
      page={definition.label}
      title={t('writeoffs.new')}
      form={<WriteOffForm />}
      notice={<PendingApprovals kinds={['write_off']} onDecided={() => void refresh()} />}
    >
      {(isPart) => <DataTable definition={definition} host={host} isPart={isPart} />}
    </FormBeside>
  )
}

const REFERENCE = /^[A-Z]{6}$/

/** Finds an unpaid ride by its reference, once all six letters are typed. */
const useUnpaid = (reference: string) =>
  useSWR(REFERENCE.test(reference) ? ['unpaid', reference] : null, async () => {
    const { rows } = await unwrap(supabase.rpc('list_bookings', { reference, status: 'PENDING', page_size: 1 }))
    return rows[0] ?? null
  })

function WriteOffForm() {
  const { t } = useTranslation('money')
  const { money } = useMoneyWords()
  const errorText = useErrorText()
  const refresh = useRefreshDesk()
  const [of, setOf] = useState<'booking' | 'person'>('booking')
  const [person, setPerson] = useState<FoundPerson | null>(null)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const reference = useResting(typed.trim().toUpperCase(), 300)
  const booking = useUnpaid(of === 'booking' ? reference : '')
  const limit = textLimits.write_offs.reason
  const target = of === 'booking' ? booking.data?.id : person?.id
  const isGood = target !== undefined && reason.trim() !== '' && !isTooLong(reason, limit)
  const clear = () => {
    setPerson(null)
    setTyped('')
    setReason('')
    setTried(false)
    give.reset()
    void refresh()
  }
  const give = useCommand<void>(
    (_, key) => writeOff(of === 'booking' ? { bookingId: target ?? '' } : { userId: target ?? '' }, reason.trim(), key),
    { asks: 'form', done: t('writeoffs.done'), onDone: () => clear() }
  )
  const edit =
    <T,>(change: (value: T) => void) =>
    (value: T) => {
      give.reset()
      change(value)
    }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isGood) void give.run()
  }
  const needsSecond = give.error?.key === 'needs_approval'
  return (
    <form noValidate onSubmit={submit} className="space-y-4 text-sm">
      <p className="text-muted">{t('writeoffs.text')}</p>
      <Segmented
        label={t('writeoffs.of')}
        value={of}
        onChange={edit(setOf)}
        options={[
          { value: 'booking', label: t('writeoffs.booking') },
          { value: 'person', label: t('writeoffs.person') }
        ]}
      />
      {of === 'booking' ? (
        <Field
          label={t('writeoffs.reference')}
          hint={
            booking.data &&
            t('writeoffs.found', {
              name: apart(booking.data.customer_name ?? ''),
              amount: money(booking.data.payable_amount ?? 0)
            })
          }
          error={
            booking.data === null
              ? t('writeoffs.not_found')
              : isTried && !booking.data
                ? t('writeoffs.need_booking')
                : null
          }
        >
          {(control) => (
            <Input
              {...control}
              inputMode="search"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              className="uppercase"
              value={typed}
              onChange={(event) => edit(setTyped)(event.target.value)}
            />
          )}
        </Field>
      ) : (
        <>
          <PersonField
            label={t('writeoffs.person')}
            value={person}
            onChange={edit(setPerson)}
            error={isTried && !person ? t('writeoffs.need_person') : null}
          />
          {person && <p className="text-muted">{t('writeoffs.wallet', { amount: money(person.balance) })}</p>}
        </>
      )}
      <Field
        label={t('bank.reason')}
        limit={{ text: reason, of: limit }}
        error={isTried && reason.trim() === '' ? t('writeoffs.need_reason') : null}
      >
        {(control) => (
          <Textarea {...control} value={reason} onChange={(event) => edit(setReason)(event.target.value)} />
        )}
      </Field>
      {give.error && !needsSecond && <Alert tone="bad">{errorText(give.error)}</Alert>}
      {needsSecond && target ? (
        <AskSecond request={{ kind: 'write_off', targetId: target }} onAsked={clear} />
      ) : (
        <Button type="submit" variant="bad" className="w-full" busy={give.busy}>
          {t('writeoffs.give')}
        </Button>
      )}
    </form>
  )
}
