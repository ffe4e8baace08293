import { MessageSquareText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { isTooLong } from '@/lib/typing/text-limit'
import { sendStreetReceipt } from './commands'

/** The form that sends the receipt to the passenger's phone by text message. */
export function TextReceipt({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('street')
  const errorText = useErrorText()
  const [mobile, setMobile] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const phoneHint = usePhoneHint(mobile)
  const wanted = mobile.trim()
  const send = useCommand((typed: string) => sendStreetReceipt(bookingId, typed), {
    onDone: (to) => {
      setSentTo(to)
      setMobile('')
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted && !isTooLong(wanted, PHONE_LIMIT)) void send.run(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3 rounded-card border border-line p-4">
      <h2 className="font-semibold">{t('receipt.title')}</h2>
      <Field
        label={t('receipt.mobile')}
        hint={phoneHint ?? t('receipt.hint')}
        limit={{ text: wanted, of: PHONE_LIMIT }}
        error={send.error ? errorText(send.error) : null}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            dir="ltr"
            inputMode="tel"
            autoComplete="off"
            value={mobile}
            onChange={({ target }) => {
              send.reset()
              setMobile(target.value)
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        size="lg"
        className="w-full"
        busy={send.busy}
        disabled={!wanted || isTooLong(wanted, PHONE_LIMIT)}
      >
        <MessageSquareText aria-hidden />
        {t('receipt.send')}
      </Button>
      {sentTo && <Alert tone="ok">{t('receipt.sent', { mobile: written(sentTo) })}</Alert>}
    </form>
  )
}
