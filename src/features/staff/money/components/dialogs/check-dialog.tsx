import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Pending } from '@/components/ui/pending'
import { Skeleton } from '@/components/ui/skeleton'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useMoneyWords } from '../../hooks/use-words'
import { WideDialog } from './wide-dialog'

/** Checks whether the ledger still has the sums that were stored when the last days were closed. */
export function CheckDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const { weekDay } = useMoneyWords()
  const { data, error, mutate } = useSWR(['money', 'check'], () => unwrap(supabase.rpc('check_closes')))
  const wrong = data?.filter((day) => !day.hash_fits || !day.follows || !day.ledger_fits) ?? []
  const [first] = data ?? []
  const last = data?.at(-1)
  return (
    <WideDialog title={t('check.title')} text={t('check.text')} onClose={onClose} isDone>
      {data === undefined ? (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="h-12" />
        </Pending>
      ) : !first || !last ? (
        <Alert>{t('check.none')}</Alert>
      ) : wrong.length === 0 ? (
        <Alert tone="ok">
          {t('check.fits', { count: data.length, from: weekDay(first.day), to: weekDay(last.day) })}
        </Alert>
      ) : (
        <>
          <Alert tone="bad">{t('check.wrong', { count: wrong.length })}</Alert>
          <ul className="divide-y divide-line">
            {wrong.map((day) => (
              <li key={day.day} className="flex flex-wrap justify-between gap-x-4 py-2">
                <span className="font-medium">{weekDay(day.day)}</span>
                <span className="text-bad">
                  {[
                    !day.hash_fits && t('check.hash'),
                    !day.follows && t('check.follows'),
                    !day.ledger_fits && t('check.ledger')
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </WideDialog>
  )
}
