import { useTranslation } from 'react-i18next'
import { CommandDialog } from '@/components/ui/command-dialog'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { runPayouts } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { type PayoutRun, useRefreshDesk } from '../../queries'

/** The dialog that requests this week's payout of every driver. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money, count } = useMoneyWords()
  const refresh = useRefreshDesk()
  const run = useCommand<void, PayoutRun>((_, key) => runPayouts(key), {
    asks: 'dialog',
    onDone: async ({ drivers, requests, total }) => {
      toast('success', t('run.done', { count: requests, drivers: count(drivers), sum: money(total) }))
      await refresh()
      onClose()
    }
  })
  return (
    <CommandDialog
      title={t('run.title')}
      text={t('run.text')}
      confirm={t('run.button')}
      variant="accent"
      command={run}
      onConfirm={() => void run.run()}
      onClose={onClose}
    />
  )
}
