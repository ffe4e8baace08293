import { type FormEvent, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { shortAccount } from '@/lib/format/short-account'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { readDecimal, writeDecimal } from '@/lib/typing/decimal'
import { requestWithdrawal } from '../commands'
import { useBank } from '../queries'

interface WithdrawDialogProps {
  userId: string
  /** The amount that can be withdrawn now (`withdrawable` of `OwnWallet`). */
  free: number
  onDone: () => void
  onClose: () => void
}

/** The dialog that requests a withdrawal: the amount, and the account that gets it. */
export function WithdrawDialog({ userId, free, onDone, onClose }: WithdrawDialogProps) {
  const { t } = useTranslation('wallet')
  const { money, locale } = useFormat()
  const { settings } = useSettings()
  const errorText = useErrorText()
  const { data: bank } = useBank(settings?.bank_fields ? userId : null)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const read = Number(readDecimal(text, locale, settings?.decimal ?? 2) ?? 0)
  const amount = read > 0 && read <= free ? read : null
  // One idempotency key per amount: a retry with the same amount is the same withdrawal, but another amount is a new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each amount makes a new key
  const key = useMemo(() => crypto.randomUUID(), [amount])
  const asking = useCommand(async (sum: number) => requestWithdrawal(sum, key), {
    asks: 'dialog',
    onDone: (_, sum) => {
      toast('success', t('withdraw.done', { amount: money(sum) }))
      onDone()
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (amount) void asking.run(amount)
  }
  const edit = (next: string) => {
    asking.reset()
    setText(next)
  }
  const problem = isTried && !amount ? errorText(read > free ? 'insufficient_balance' : 'amount_invalid') : null
  const needsBank = settings?.bank_fields && bank === null
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{t('withdraw.title')}</DialogTitle>
        <DialogDescription>{t('withdraw.free', { amount: money(free) })}</DialogDescription>
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          <AmountField label={t('withdraw.amount')} error={problem} text={text} onChange={edit} />
          <Button
            size="sm"
            className="pointer-coarse:min-h-11"
            onClick={() => edit(writeDecimal(free, locale, settings?.decimal ?? 2))}
          >
            {t('withdraw.all', { amount: money(free) })}
          </Button>
          {bank && (
            <p className="text-sm text-muted">
              {t('withdraw.to', { bank: bank.bank_name, account: shortAccount(bank.bank_account) })}
            </p>
          )}
          {needsBank && <Alert tone="warn">{t('withdraw.no_bank')}</Alert>}
          {asking.error && <Alert tone="bad">{errorText(asking.error)}</Alert>}
          <Button type="submit" variant="accent" size="lg" className="w-full" busy={asking.busy}>
            {amount ? t('withdraw.send', { amount: money(amount) }) : t('withdraw.open')}
          </Button>
        </form>
      </DialogContent>
    </Dialog>
  )
}
