import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { panelKeys } from '../keys'

const getTexts = async (bookingId: string) => await unwrap(supabase.rpc('booking_texts', { booking_id: bookingId }))

/** The text messages and mails about a booking, for the office: to which number, about what, and what became of them. */
export function Texts({ bookingId }: { bookingId: string }) {
  const { t } = useTranslation(['panel', 'messages'])
  const { dateTime } = useFormat()
  const { data: texts = [] } = useSWR(panelKeys.texts(bookingId), ([, id]) => getTexts(id))
  if (texts.length === 0) return null
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-medium">{t('texts')}</h3>
      <ul className="space-y-1.5">
        {texts.map(({ at, kind, channel, receiver_end, state, reason }) => (
          <li key={`${at}${kind}${receiver_end}`} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {t([`messages:kind.${kind}`, 'messages:kind.other'])}{' '}
              <span className="text-muted">
                <bdi>{channel === 'mail' ? receiver_end : `***${receiver_end}`}</bdi> · <bdi>{dateTime(at)}</bdi>
              </span>
            </span>
            <span className={state === 'failed' ? 'text-bad' : 'text-muted'}>
              {t(`messages:state.${state === 'sent' && reason ? 'perhaps' : state}`)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
