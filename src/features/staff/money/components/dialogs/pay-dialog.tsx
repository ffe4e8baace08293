import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { FileProblem } from '@/components/data-table/import/problem'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { Facts } from '@/components/ui/facts'
import { Segmented } from '@/components/ui/segmented'
import { paths } from '@/config/paths'
import { useIsDemo, useSettings } from '@/entities/settings'
import { saveFile } from '@/lib/files/save-file'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { serverNow } from '@/lib/time/server-clock'
import { exactSum } from '@/lib/typing/decimal'
import { isDay } from '@/lib/typing/typed-day'
import { getPayoutFile, sendPayouts } from '../../commands'
import { useMoneyWords } from '../../hooks/use-words'
import { bankDayFrom } from '../../model/bank-days'
import { readAccount } from '../../model/files/account'
import { paymentFaults } from '../../model/files/check-xml'
import { type MadePayoutFile, pain001 } from '../../model/files/pain001'
import { payoutCsv } from '../../model/files/payout-csv'
import { messageId, payoutOf, type Standing } from '../../model/payout'
import { useRefreshDesk, type Withdrawal } from '../../queries'
import { DeskDay } from '../desk-day'
import { useProblemText } from './use-problem-text'
import { WideDialog } from './wide-dialog'

type Format = 'xml' | 'csv'

interface PayDialogProps {
  waiting: readonly Withdrawal[]
  standing: (row: Withdrawal) => Standing
  today: string
  onClose: () => void
}

/** The dialog that creates the file by which the bank pays withdrawals. */
export function PayDialog({ waiting, standing, today, onClose }: PayDialogProps) {
  const { t } = useTranslation('money')
  const { money } = useMoneyWords()
  const { settings } = useSettings()
  const isDemo = useIsDemo()
  const errorText = useErrorText()
  const hasAccount = readAccount(settings?.company_bank_account ?? '') !== null
  const [format, setFormat] = useState<Format>(hasAccount ? 'xml' : 'csv')
  const [executeOn, setExecuteOn] = useState(() => bankDayFrom(today))
  const againId = useId()
  const [isAgain, setAgain] = useState(false)
  const { make, made } = useMakeFile(format, executeOn, isAgain)
  const problem = useProblemText()
  const of = (...wanted: Standing[]) => waiting.filter((row) => wanted.includes(standing(row)))
  // The CSV also lists payments with faulty account numbers, because a person types these payments in at the bank.
  const listed = format === 'csv' ? of('faulty').filter(({ sent_at }) => isAgain || sent_at === null) : []
  const paid = [...of('ready', ...(isAgain ? (['in_file'] as const) : [])), ...listed]
  const before = of('in_file').length
  const isLocked = isDemo || (format === 'xml' && !hasAccount)
  return (
    <WideDialog
      title={t('pay.title')}
      text={t('pay.text')}
      onClose={onClose}
      isBusy={make.busy}
      isDone={made !== null}
      action={
        made === null && (
          <Button
            size="lg"
            variant="accent"
            busy={make.busy}
            disabled={isLocked || paid.length === 0 || (format === 'xml' && !isDay(executeOn))}
            onClick={() => void make.run()}
          >
            {t('pay.save')}
          </Button>
        )
      }
    >
      {made ? (
        <Made made={made} />
      ) : (
        <>
          <Facts
            facts={[
              [t('pay.count'), String(paid.length)],
              [t('pay.sum'), money(exactSum(paid.map(({ amount }) => amount)))]
            ]}
          />
          <Segmented
            label={t('pay.format')}
            value={format}
            onChange={setFormat}
            options={[
              { value: 'xml', label: 'pain.001.001.09' },
              { value: 'csv', label: 'CSV' }
            ]}
          />
          {format === 'xml' && hasAccount && (
            <DeskDay label={t('pay.on_day')} value={executeOn} onChange={setExecuteOn} today={today} min={today} />
          )}
          {format === 'xml' && !hasAccount && (
            <Alert tone="warn">
              {t('pay.no_account')}{' '}
              <Link to={paths.appInfo} className="font-semibold underline underline-offset-4">
                {t('pay.set_account')}
              </Link>
            </Alert>
          )}
          {before > 0 && (
            <div className="flex items-start gap-2.5">
              <Checkbox id={againId} checked={isAgain} onChange={(event) => setAgain(event.target.checked)} />
              <label htmlFor={againId}>{t('pay.again', { count: before })}</label>
            </div>
          )}
          {of('no_bank', ...(format === 'xml' ? (['faulty'] as const) : [])).map((row) => (
            <p key={row.id} className="text-warn">
              <bdi>{row.name}</bdi>: {t(`payouts.${standing(row)}`)}
            </p>
          ))}
          {isDemo && <Alert tone="bad">{errorText('demo_mode')}</Alert>}
          {make.error && <Alert tone="bad">{problem(make.error)}</Alert>}
        </>
      )}
    </WideDialog>
  )
}

function useMakeFile(format: Format, executeOn: string, isAgain: boolean) {
  const { t } = useTranslation('money')
  const { settings } = useSettings()
  const refresh = useRefreshDesk()
  const [made, setMade] = useState<(MadePayoutFile & { name: string }) | null>(null)
  const make = useCommand(
    async () => {
      const now = serverNow()
      const rows = (await getPayoutFile()).filter(({ sent_at }) => isAgain || sent_at === null)
      const id = messageId(now)
      const write = (of: typeof rows) =>
        (format === 'xml' ? pain001 : payoutCsv)({
          messageId: id,
          createdAt: new Date(now).toISOString(),
          executeOn,
          payer: {
            name: settings?.company_name || settings?.app_name || '',
            account: settings?.company_bank_account ?? '',
            bankCode: settings?.company_bank_code ?? ''
          },
          currency: of[0]?.currency ?? settings?.code ?? '',
          decimals: settings?.decimal ?? 2,
          purpose: t('pay.purpose', { company: settings?.app_name ?? '' }),
          payments: of.map(payoutOf)
        })
      const planned = write(rows)
      const [fault] = format === 'xml' ? paymentFaults(planned.text) : []
      if (fault) throw new FileProblem('not_valid', fault)
      // Marks the payments as sent, except those that the file leaves out as faulty. A payment that another file has taken
      // since has a `sent_at` in the response. This file then leaves it out, unless the admin chose to pay again (`isAgain`).
      const left = new Set(planned.left.map(({ payout }) => payout.endToEndId))
      const sent = await sendPayouts(rows.flatMap((row) => (left.has(row.end_to_end_id) ? [] : [row.withdrawal_id])))
      const file = { ...write(sent.filter(({ sent_at }) => isAgain || sent_at === null)), left: planned.left }
      const name = `${id}.${format}`
      const type = format === 'xml' ? 'application/xml' : 'text/csv;charset=utf-8'
      saveFile(new Blob([file.text], { type }), name)
      setMade({ ...file, name })
    },
    { onSettled: () => void refresh() }
  )
  return { make, made }
}

function Made({ made }: { made: MadePayoutFile & { name: string } }) {
  const { t } = useTranslation('money')
  const { money } = useMoneyWords()
  return (
    <div role="status" className="space-y-3">
      <Alert tone="ok">{t('pay.done', { count: made.count, sum: money(Number(made.sum)), name: made.name })}</Alert>
      <p className="text-muted">{t('pay.then')}</p>
      {made.left.length > 0 && (
        <Alert tone="warn">
          {t('pay.left', { count: made.left.length })}
          <ul className="mt-1">
            {made.left.map(({ payout, fault }) => (
              <li key={payout.endToEndId}>
                <bdi>{payout.name}</bdi>: {t(`pay.fault.${fault}`)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
