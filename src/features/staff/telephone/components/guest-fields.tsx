import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { usePhoneHint } from '@/components/ui/phone-hint'
import { ariaKeys } from '@/lib/page/keys'
import { useShortcut } from '@/lib/page/shortcuts'
import { useErrorText } from '@/lib/server/use-error-text'
import { PHONE_LIMIT } from '@/lib/typing/phones'
import { textLimits } from '@/types/text-limits'
import { useCall, useFocusOfCall, useOrderOfCall, useSpot } from '../hooks/use-call'
import { LineField } from './line-field'

const KEYS = 'alt+g'

/** The fields for the passenger, if a person other than the caller travels. */
export function GuestFields() {
  const { t } = useTranslation('telephone')
  const errorText = useErrorText()
  const { call, change } = useCall()
  const { focus } = useFocusOfCall()
  const { problemKey } = useOrderOfCall()
  const nameInput = useSpot<HTMLInputElement>('guest')
  const { guest } = call
  const phoneHint = usePhoneHint(guest?.phone ?? '')
  const toggle = () => {
    change({ guest: guest ? null : { name: '', phone: '' } })
    if (!guest) focus('guest')
  }
  useShortcut({ keys: KEYS, label: t('guest.add'), group: t('keys.form'), run: toggle })
  if (!guest) {
    return (
      <Button variant="ghost" size="sm" className="max-md:h-11" aria-keyshortcuts={ariaKeys(KEYS)} onClick={toggle}>
        <UserPlus aria-hidden />
        {t('guest.add')}
        <Kbd keys={KEYS} className="max-md:hidden" />
      </Button>
    )
  }
  const isWrong = problemKey === 'mobile_no_blank_error'
  return (
    <fieldset>
      <legend className="mb-2 flex w-full items-center gap-2 text-sm font-medium">
        {t('guest.title')}
        <Button
          variant="link"
          size="sm"
          aria-keyshortcuts={ariaKeys(KEYS)}
          className="ms-auto min-h-6"
          onClick={toggle}
        >
          {t('guest.remove')}
        </Button>
      </legend>
      <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]">
        <LineField
          label={t('guest.name')}
          ref={nameInput}
          value={guest.name}
          onChange={(name) => change({ guest: { ...guest, name } })}
          most={textLimits.bookings.guest_name}
        />
        <LineField
          label={t('guest.phone')}
          type="tel"
          value={guest.phone}
          onChange={(phone) => change({ guest: { ...guest, phone } })}
          hint={phoneHint}
          most={PHONE_LIMIT}
          error={isWrong ? errorText(problemKey) : null}
        />
      </div>
    </fieldset>
  )
}
