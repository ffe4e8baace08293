import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { useTableHost } from '@/entities/person'
import type { Period } from '@/lib/days'
import { AppError } from '@/lib/errors'
import { useCommand } from '@/lib/use-command'
import { type Account, groupOf, sumOf } from './accounts'
import { useAccountName } from './books-table'

async function* one(rows: readonly Account[]): AsyncGenerator<readonly Account[]> {
  yield rows
}

/** The books as a file for a bookkeeper, with the account's own name beside ours, and the sums at the end. */
export function ExportBooks({ accounts, period }: { accounts: readonly Account[]; period: Period }) {
  const { t } = useTranslation('trial_balance')
  const host = useTableHost()
  const name = useAccountName()
  const save = useCommand(
    async (format: 'csv' | 'xlsx') => {
      if (host.exportRefusal) throw new AppError(host.exportRefusal)
      const { saveFile, writeFile } = await import('@/components/data-table/export/write-file')
      const sum: Account = { account: '', ...sumOf(accounts) }
      const figure = (id: 'opening' | 'debit' | 'credit' | 'closing'): Column<Account> => ({
        id,
        label: t(`column.${id}`),
        value: (row) => row[id],
        kind: 'money'
      })
      const { file } = await writeFile({
        format,
        label: t('title'),
        columns: [
          { id: 'account', label: t('account_column'), value: ({ account }) => account },
          { id: 'name', label: t('name'), value: ({ account }) => (account ? name(account) : t('sum')) },
          { id: 'group', label: t('kind'), value: ({ account }) => account && t(`group.${groupOf(account)}`) },
          ...(['opening', 'debit', 'credit', 'closing'] as const).map(figure)
        ],
        timeZone: host.timeZone,
        pages: one([...accounts, sum]),
        onProgress: () => {},
        signal: AbortSignal.timeout(60_000)
      })
      saveFile(file, `trial-balance-${period.from}-${period.to}.${format}`)
    },
    { failure: 'toast', worksOffline: true }
  )
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="outline" size="sm" busy={save.busy} className="ms-auto">
          <Download aria-hidden />
          {t('export')}
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={() => void save.run('csv')}>CSV</MenuItem>
        <MenuItem onSelect={() => void save.run('xlsx')}>Excel (XLSX)</MenuItem>
      </MenuContent>
    </Menu>
  )
}
