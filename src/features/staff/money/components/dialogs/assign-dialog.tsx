import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { Textarea } from '@/components/ui/textarea'
import { providerName } from '@/entities/payment'
import { useErrorText } from '@/lib/server/use-error-text'
import { writtenDay } from '@/lib/time/days'
import { isTooLong } from '@/lib/typing/text-limit'
import { reasonLength } from '@/types/rules'
import { assignLine, type LineUse } from '../../commands'
import { useDeskCommand } from '../../hooks/use-desk-command'
import { useMoneyWords } from '../../hooks/use-words'
import { type BankLine, useProviders, useTaxPaid } from '../../queries'
import { WideDialog } from './wide-dialog'

const USES = ['provider', 'tax', 'fees', 'cash', 'other'] as const

/** The dialog in which staff say what a line of a bank statement was for, if the import could not book it. */
export function AssignDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { figure, day, locale, money } = useMoneyWords()
  const errorText = useErrorText()
  const providers = useProviders()
  const paid = useTaxPaid()
  const months = (paid.data ?? []).filter(({ amount }) => amount === -line.amount)
  const [use, setUse] = useState<LineUse>(line.amount > 0 && providers.length > 0 ? 'provider' : 'other')
  const [target, setTarget] = useState('')
  const [reason, setReason] = useState('')
  const chosen = use === 'provider' ? target || providers[0] : use === 'tax' ? target || months[0]?.month : null
  const isGood =
    use === 'fees' ||
    use === 'cash' ||
    (use === 'other' ? reason.trim() !== '' && !isTooLong(reason, reasonLength) : chosen !== undefined)
  const assign = useDeskCommand(onClose, t('bank.assigned'), () =>
    assignLine(line.id, use, chosen ?? null, reason.trim())
  )
  return (
    <WideDialog
      title={t('bank.assign_title')}
      text={t('bank.assign_text')}
      onClose={onClose}
      isBusy={assign.busy}
      action={
        <Button size="lg" variant="accent" busy={assign.busy} disabled={!isGood} onClick={() => void assign.run()}>
          {t('bank.assign')}
        </Button>
      }
    >
      <Facts
        facts={[
          [t('bank.column.amount'), `${figure(line.amount)} ${line.currency}`],
          [t('bank.column.booked'), day(line.booked_on)],
          [t('bank.column.name'), line.name],
          [t('bank.column.note'), line.note],
          [t('bank.column.reference'), line.reference]
        ]}
      />
      <Alert tone="warn">{t(`bank.why.${line.outcome}`)}</Alert>
      <Field label={t('bank.use')}>
        {(control) => (
          <Select
            {...control}
            value={use}
            onChange={(event) => {
              setUse(event.target.value as LineUse)
              setTarget('')
            }}
          >
            {USES.map((one) => (
              <option key={one} value={one} disabled={one === 'tax' && months.length === 0}>
                {t(`bank.as.${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {use === 'provider' && (
        <Field label={t('bank.provider')}>
          {(control) => (
            <Select {...control} value={chosen ?? ''} onChange={(event) => setTarget(event.target.value)}>
              {providers.map((provider) => (
                <option key={provider} value={provider}>
                  {providerName(provider)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {use === 'tax' && (
        <Field label={t('tax.month')}>
          {(control) => (
            <Select {...control} value={chosen ?? ''} onChange={(event) => setTarget(event.target.value)}>
              {months.map(({ month, amount }) => (
                <option key={month} value={month}>
                  {writtenDay(month, locale, { month: 'long', year: 'numeric' })} · {money(amount)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {(use === 'other' || use === 'fees') && (
        <Field
          label={t('bank.reason')}
          hint={t(use === 'other' ? 'bank.reason_hint' : 'bank.fees_hint')}
          limit={{ text: reason, of: reasonLength }}
        >
          {(control) => <Textarea {...control} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
      )}
      {assign.error && <Alert tone="bad">{errorText(assign.error)}</Alert>}
    </WideDialog>
  )
}
