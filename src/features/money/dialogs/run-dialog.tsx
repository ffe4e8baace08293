import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/lib/toast'
import { useCommand } from '@/lib/use-command'
import { runPayouts } from '../commands'
import { type PayoutRun, useRefreshDesk } from '../queries'
import { useMoneyWords } from '../use-words'

/** The dialog that requests this week's payout of every driver. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money, count } = useMoneyWords()
  const refresh = useRefreshDesk()
  const run = useCommand<void, PayoutRun>((_, key) => runPayouts(key), {
    onDone: async ({ drivers, requests, total }) => {
      toast('success', t('run.done', { count: requests, drivers: count(drivers), sum: money(total) }))
      await refresh()
      onClose()
    }
  })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('run.title')}
      text={t('run.text')}
      keep={t('common:cancel')}
      confirm={t('run.button')}
      variant="accent"
      busy={run.busy}
      error={run.error}
      onConfirm={() => void run.run()}
    />
  )
}
