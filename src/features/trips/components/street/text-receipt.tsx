import { MessageSquareText } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { latinDigits } from '@/lib/digits'
import { isTooLong } from '@/lib/text-limit'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { textLimits } from '@/types/text-limits'
import { sendStreetReceipt } from './api'

/** Maximum length of a phone number, in characters. */
const LIMIT = textLimits.profiles.mobile

/** The form that sends the receipt to the passenger's phone by text message. */
export function TextReceipt({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation('street')
  const errorText = useErrorText()
  const [mobile, setMobile] = useState('')
  const [sentTo, setSentTo] = useState<string | null>(null)
  const wanted = latinDigits(mobile).trim()
  const send = useCommand((to: string) => sendStreetReceipt(bookingId, to), {
    onDone: (_, to) => {
      setSentTo(to)
      setMobile('')
    }
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted && !isTooLong(wanted, LIMIT)) void send.run(wanted)
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-3 rounded-card border border-line p-4">
      <h2 className="font-semibold">{t('receipt.title')}</h2>
      <Field
        label={t('receipt.mobile')}
        hint={t('receipt.hint')}
        limit={{ text: wanted, of: LIMIT }}
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
        disabled={!wanted || isTooLong(wanted, LIMIT)}
      >
        <MessageSquareText aria-hidden />
        {t('receipt.send')}
      </Button>
      {sentTo && <Alert tone="ok">{t('receipt.sent', { mobile: sentTo })}</Alert>}
    </form>
  )
}
