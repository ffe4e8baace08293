import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { Segmented } from '@/components/ui/segmented'
import { useErrorText } from '@/lib/server/use-error-text'
import { written } from '@/lib/typing/phone'
import { PHONE_LIMIT, readTypedPhone, useTypedPhone } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { useBookingDraft } from '../../hooks/use-booking-screen'
import { missingGuestField } from '../../model/draft'
import { OptionDialog } from './option-dialog'

/** The same dialog, opened by the message that the guest's number is missing. */
export function GuestQuestion() {
  const { dispatch } = useBookingDraft()
  return <GuestDialog onClose={() => dispatch({ do: 'ask', question: null })} />
}

/**
 * The dialog for who travels: the person who books, or a guest. A guest gets the start code and a link to the trip by text
 * message.
 */
export function GuestDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('needs')
  const errorText = useErrorText()
  const { state, dispatch } = useBookingDraft()
  const known = state.draft.guest
  const [isElse, setElse] = useState(known !== null)
  const [guest, setGuest] = useState({ name: known?.name ?? '', phone: written(known?.phone ?? '') })
  // A guest of an earlier ride may have no number; the dialog then says so at once.
  const [isTried, setTried] = useState(known?.phone.trim() === '')
  const phoneHint = usePhoneHint(guest.phone)
  const hasNumber = useTypedPhone(guest.phone) !== null
  const lacks = isElse ? missingGuestField(guest, hasNumber) : null
  const done = async () => {
    setTried(true)
    const read = isElse ? await readTypedPhone(guest.phone) : null
    if (isElse && missingGuestField(guest, read !== null)) return
    dispatch({
      do: 'set_options',
      options: { guest: isElse ? { name: guest.name.trim(), phone: guest.phone.trim() } : null }
    })
    onClose()
  }
  return (
    <OptionDialog title={t('guest.title')} text={t('guest.text')} onClose={onClose} onDone={() => void done()}>
      <Segmented
        label={t('guest.title')}
        value={isElse ? 'else' : 'me'}
        onChange={(who) => setElse(who === 'else')}
        options={[
          { value: 'me', label: t('guest.me') },
          { value: 'else', label: t('guest.else') }
        ]}
      />
      {isElse && (
        <>
          <Field
            label={t('guest.name')}
            limit={{ text: guest.name, of: textLimits.bookings.guest_name }}
            error={isTried && lacks === 'name' ? t('guest.name_missing') : null}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={guest.name}
                onChange={({ target }) => setGuest({ ...guest, name: target.value })}
              />
            )}
          </Field>
          <Field
            label={t('guest.phone')}
            hint={phoneHint ?? t('guest.texted')}
            limit={{ text: guest.phone, of: PHONE_LIMIT }}
            error={isTried && lacks === 'phone' ? errorText('mobile_no_blank_error') : null}
          >
            {(control) => (
              <Input
                {...control}
                type="tel"
                dir="ltr"
                autoComplete="off"
                className="rtl:text-right"
                value={guest.phone}
                onChange={({ target }) => setGuest({ ...guest, phone: target.value })}
              />
            )}
          </Field>
        </>
      )}
    </OptionDialog>
  )
}
