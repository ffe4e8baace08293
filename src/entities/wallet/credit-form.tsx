import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readWork, useKeptWork } from '@/components/form/kept-work'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { AskSecond } from '@/entities/approval'
import { type FoundPerson, PersonField, useSession } from '@/entities/person'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal } from '@/lib/typing/decimal'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { addToWallet } from './api'

/** Maximum amount: the database accepts amounts below a million. */
const MOST = 999_999.9999

const blank: { person: FoundPerson | null; text: string; reason: string } = { person: null, text: '', reason: '' }

const limit = textLimits.money_decisions.reason

interface Done {
  name: string
  amount: number
  balance: number
}

interface CreditFormProps {
  /** The wallet's owner, if they are already chosen. */
  of?: FoundPerson
  onCredited?: () => void
}

/** The form that credits a wallet: the owner, the amount, and the balance afterwards. */
export function CreditForm({ of, onCredited }: CreditFormProps) {
  const { t } = useTranslation('wallet_credit')
  const { money, locale } = useFormat()
  const { settings } = useSettings()
  const errorText = useErrorText()
  // The key of the stored draft: an amount typed for one wallet must not be offered for another.
  const work = of ? `credit.${of.id}` : 'credit'
  const me = useSession().user?.id ?? null
  const [kept] = useState(() => readWork(me, work, blank))
  const [chosen, setPerson] = useState(kept.person)
  const person = of ?? chosen
  const [text, setText] = useState(kept.text)
  const [reason, setReason] = useState(kept.reason ?? '')
  useKeptWork(me, work, chosen || text || reason ? { person: chosen, text, reason } : null)
  const [isTried, setTried] = useState(false)
  const [done, setDone] = useState<Done | null>(null)
  const decimals = settings?.decimal ?? 2
  const read = Number(readDecimal(text, locale, decimals) ?? 0)
  const amount = read > 0 && read <= MOST ? read : null
  // The idempotency key belongs to one credit of one amount to one person, so other input gets another key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them makes a new key
  const key = useMemo(() => crypto.randomUUID(), [person?.id, amount, done])
  const credit = useCommand(
    async () =>
      person && amount ? { person, answer: await addToWallet(person.id, amount, reason.trim(), key) } : null,
    {
      asks: 'form',
      onDone: (it) => {
        if (!it) return
        setDone({ name: it.person.name, amount: it.answer.amount ?? 0, balance: it.answer.wallet_balance ?? 0 })
        clear()
        onCredited?.()
      }
    }
  )
  const clear = () => {
    setPerson(null)
    setText('')
    setReason('')
    setTried(false)
    credit.reset()
  }
  const edit = () => {
    credit.reset()
    setDone(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (person && amount && reason.trim() && !isTooLong(reason, limit)) void credit.run()
  }
  const missing = isTried ? errorText('no_details_error') : null
  const needsSecond = credit.error?.key === 'needs_approval'
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {!of && (
        <PersonField
          label={t('column.name')}
          value={person}
          onChange={(next) => {
            edit()
            setPerson(next)
          }}
          error={person ? null : missing}
        />
      )}
      <AmountField
        label={t('column.amount')}
        error={amount ? null : missing}
        text={text}
        onChange={(next) => {
          edit()
          setText(next)
        }}
      />
      <Field
        label={t('reason')}
        limit={{ text: reason, of: limit }}
        error={reason.trim() || !isTried ? null : errorText('reason_required')}
      >
        {(control) => (
          <Input
            {...control}
            value={reason}
            onChange={(event) => {
              edit()
              setReason(event.target.value)
            }}
          />
        )}
      </Field>
      {person && <Preview balance={person.balance} amount={amount} />}
      {credit.error && !needsSecond && <Alert tone="bad">{errorText(credit.error)}</Alert>}
      {needsSecond && person && amount ? (
        <AskSecond request={{ kind: 'credit', targetId: person.id, amount }} onAsked={clear} />
      ) : (
        <Button type="submit" variant="accent" className="w-full" busy={credit.busy}>
          {person && amount ? t('add_amount', { amount: money(amount) }) : t('add')}
        </Button>
      )}
      <div role="status">
        {done && (
          <Alert tone="ok">
            <strong className="font-semibold">{t('common:success')}</strong>{' '}
            {t('done', { name: done.name, amount: money(done.amount), balance: money(done.balance) })}
          </Alert>
        )}
      </div>
    </form>
  )
}

function Preview({ balance, amount }: { balance: number; amount: number | null }) {
  const { t } = useTranslation('wallet_credit')
  const { money, moneyChange } = useFormat()
  const lines: [string, string][] = [
    [t('now'), money(balance)],
    [t('column.amount'), amount ? moneyChange(amount) : '–']
  ]
  return (
    <dl aria-live="polite" className="rounded-control bg-soft px-3.5 py-3 text-sm tabular">
      {lines.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 py-0.5">
          <dt className="text-muted">{label}</dt>
          <dd dir="ltr">{value}</dd>
        </div>
      ))}
      <div className="mt-1.5 flex justify-between gap-4 border-t border-line-strong pt-1.5 font-semibold">
        <dt>{t('after')}</dt>
        <dd dir="ltr">{money(balance + (amount ?? 0))}</dd>
      </div>
    </dl>
  )
}
