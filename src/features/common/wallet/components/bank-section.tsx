import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Dialog, DialogContent, DialogDescription, DialogTitle } from '@/components/ui/dialog'
import { ErrorBanner } from '@/components/ui/error-state'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Skeleton } from '@/components/ui/skeleton'
import { focusFirstError } from '@/lib/page/focus'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { latinDigits } from '@/lib/typing/digits'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { setBank } from '../commands'
import { type Bank, useBank, walletKeys } from '../queries'

const none: Bank = { bank_name: '', bank_code: '', bank_account: '' }

const limits = textLimits.bank_details

/** The formats of bank details that the database accepts (`set_bank_details`). The field itself checks the length. */
const patterns: Record<keyof Bank, RegExp> = {
  bank_name: /./u,
  bank_code: /^[A-Z0-9 -]*$/,
  bank_account: /^[A-Z0-9 /-]{4,}$/
}

const fields = ['bank_name', 'bank_account', 'bank_code'] as const

/** Trims the typed bank details. Code and account get Latin digits and capital letters, and the account single spaces. */
const tidied = (bank: Bank): Bank => ({
  bank_name: bank.bank_name.trim(),
  bank_code: latinDigits(bank.bank_code).trim().toUpperCase(),
  bank_account: latinDigits(bank.bank_account).trim().replace(/\s+/g, ' ').toUpperCase()
})

/** Shows the account to which the person's money is paid out, and the form to change it. */
export function BankSection({ userId }: { userId: string }) {
  const { t } = useTranslation('wallet')
  const { data: bank, error, mutate } = useBank(userId)
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('bank.title')} className="space-y-3">
      <h2 className="text-lg font-semibold">{t('bank.title')}</h2>
      {error ? <ErrorBanner error={error} onRetry={() => void mutate()} /> : null}
      {bank === undefined && !error && <Skeleton className="h-16" />}
      {bank === null && <p className="text-sm text-muted">{t('bank.none')}</p>}
      {bank && (
        <Facts
          className="text-sm"
          facts={[
            [t('bank.bank_name'), bank.bank_name],
            [
              t('bank.bank_account'),
              <bdi key="account" dir="ltr">
                {bank.bank_account}
              </bdi>
            ],
            [t('bank.bank_code'), bank.bank_code && <bdi dir="ltr">{bank.bank_code}</bdi>]
          ]}
        />
      )}
      {bank !== undefined && (
        <Button variant="outline" onClick={() => setOpen(true)}>
          {t(bank ? 'bank.change' : 'bank.add')}
        </Button>
      )}
      {isOpen && <BankDialog userId={userId} bank={bank ?? null} onClose={() => setOpen(false)} />}
    </section>
  )
}

interface BankDialogProps {
  userId: string
  bank: Bank | null
  onClose: () => void
}

function BankDialog({ userId, bank, onClose }: BankDialogProps) {
  const { t } = useTranslation('wallet')
  const errorText = useErrorText()
  const [form, setForm] = useState(bank ?? none)
  const [isTried, setTried] = useState(false)
  const wanted = tidied(form)
  const wrong = (field: keyof Bank): boolean =>
    !patterns[field].test(wanted[field]) || isTooLong(wanted[field], limits[field])
  const saving = useCommand(setBank, {
    invalidates: () => [walletKeys.bank(userId), walletKeys.own(userId)],
    onDone: (_, { bank_account }) => {
      toast('success', t(bank_account ? 'bank.saved' : 'bank.removed'))
      onClose()
    }
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    focusFirstError(event.currentTarget)
    if (!fields.some(wrong)) void saving.run(wanted)
  }
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent>
        <DialogTitle>{t('bank.title')}</DialogTitle>
        <DialogDescription>{t(bank ? 'bank.change_note' : 'bank.note')}</DialogDescription>
        <form noValidate onSubmit={submit} className="mt-5 space-y-4">
          {fields.map((field) => (
            <Field
              key={field}
              label={t(`bank.${field}`)}
              limit={{ text: wanted[field], of: limits[field] }}
              error={isTried && wrong(field) ? t(`bank.wrong.${field}`) : null}
            >
              {(control) => (
                <Input
                  {...control}
                  dir={field === 'bank_name' ? 'auto' : 'ltr'}
                  autoComplete="off"
                  spellCheck={false}
                  value={form[field]}
                  onChange={({ target: { value } }) => {
                    saving.reset()
                    setForm((now) => ({ ...now, [field]: value }))
                  }}
                />
              )}
            </Field>
          ))}
          {saving.error && <Alert tone="bad">{errorText(saving.error)}</Alert>}
          <div className="flex flex-wrap gap-3">
            {bank && (
              <Button variant="outline" size="lg" disabled={saving.busy} onClick={() => void saving.run(none)}>
                {t('bank.remove')}
              </Button>
            )}
            <Button type="submit" variant="accent" size="lg" className="flex-1" busy={saving.busy}>
              {t('common:save')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
