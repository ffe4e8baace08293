import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useTypedPhone } from '@/lib/typing/phones'

/**
 * Returns the hint below a field for a phone number: the number that will be called, as people of its country write it, with a
 * warning if nobody can have it. Null while the text is no phone number.
 *
 * @param country the country whose national numbers are read; the operator's if none is given
 */
export function usePhoneHint(text: string, country?: string): ReactNode {
  const { t } = useTranslation()
  const read = useTypedPhone(text, country)
  if (!read) return null
  return <span className="tabular">{t(read.isValid ? 'phone.read' : 'phone.doubtful', { number: read.shown })}</span>
}
