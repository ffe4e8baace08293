/** The form that adds a charge for a driver. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import { Select } from '@/components/ui/select'
import { type FoundPerson, PersonField } from '@/entities/person'
import { AmountField } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { dayOf } from '@/lib/time/zoned'
import { readDecimal } from '@/lib/typing/decimal'
import { isDay } from '@/lib/typing/typed-day'
import { textLimits } from '@/types/text-limits'
import { addCharge, CHARGE_KINDS, type ChargeKind } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { DeskDay } from '../desk-day'

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

export function ChargeForm() {
  const { t } = useTranslation('money')
  const { locale, timeZone, decimals } = useMoneyWords()
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
      <AmountField
        label={t('charges.column.amount')}
        error={faultOf('amount')}
        text={draft.amount}
        onChange={(text) => set({ amount: text })}
      />
      <Segmented
        label={t('charges.column.every')}
        value={draft.every}
        onChange={(every) => set({ every })}
        options={[
          { value: 'week', label: t('charges.weekly') },
          { value: 'once', label: t('charges.once') }
        ]}
      />
      <DeskDay
        label={t('charges.column.from')}
        error={faultOf('from')}
        value={draft.from}
        onChange={(from) => set({ from })}
        today={today}
      />
      {draft.every === 'week' && (
        <DeskDay
          label={t('charges.until')}
          error={faultOf('until')}
          value={draft.until}
          onChange={(until) => set({ until })}
          today={today}
          min={draft.from}
          isOptional
        />
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
