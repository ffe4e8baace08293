import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { useFormat } from '@/entities/settings'
import { payoutWait, payoutWaitKey } from './bank'
import { ReleaseDialog } from './release-dialog'

/**
 * Shows that a person's withdrawals are delayed because the bank details have changed. The delay protects the person's money:
 * someone who steals an account enters other bank details right before withdrawing.
 */
export function PayoutWait({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('withdraws')
  const { dateTime } = useFormat()
  const { data } = useSWR(payoutWaitKey(userId), () => payoutWait(userId))
  const [isReleasing, setReleasing] = useState(false)
  if (!data) return null
  return (
    <Alert tone="warn">
      {t('waits', { until: dateTime(data) })}
      <Button size="sm" className="mt-2 flex" onClick={() => setReleasing(true)}>
        {t('release.open')}
      </Button>
      {isReleasing && <ReleaseDialog userId={userId} name={name} onClose={() => setReleasing(false)} />}
    </Alert>
  )
}
