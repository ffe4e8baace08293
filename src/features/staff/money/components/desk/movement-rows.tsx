/** The rows of the accounts in the table of movements, which unfold by kind of transaction. */
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Badge } from '@/components/ui/badge'
import { partsOf as accountParts } from '@/entities/ledger'
import type { Period } from '@/lib/time/days'
import { cn } from '@/lib/utils'
import { useMoneyWords } from '../../hooks/use-words'
import type { AccountMoves, PartMoves } from '../../model/books'
import type { Compared } from '../../queries'
import { Figure, FigureCells, PhoneMoves } from './movement-figures'

interface PartRowsProps {
  part: PartMoves
  month: Period
  compared: readonly Compared[] | undefined
}

export function PartRows({ part, month, compared }: PartRowsProps) {
  const { t } = useTranslation('money')
  const name = t(`trial_balance:group.${part.part}`)
  return (
    <tbody>
      <tr className="border-b border-line bg-soft/70 font-semibold [&>*]:py-1.5">
        <th scope="rowgroup" className="ps-4 pe-2 text-start font-semibold">
          {name}
        </th>
        <FigureCells name={name} moves={part} month={month} of={{ part: part.part }} isStrong />
      </tr>
      {part.accounts.map((account) => (
        <AccountRows
          key={account.account}
          account={account}
          month={month}
          differs={compared?.some((one) => accountOf(one.source) === account.account && isOff(one)) ?? false}
        />
      ))}
    </tbody>
  )
}

/** The ledger account that is compared with a report: that of the bank, or of the payment provider named by `source`. */
const accountOf = (source: string): string => (source === 'bank' ? 'bank' : `clearing:${source}`)
const isOff = ({ difference, external_amount }: Compared): boolean => external_amount !== null && difference !== 0

interface AccountRowsProps {
  account: AccountMoves
  month: Period
  differs: boolean
}

/** The row of an account. It unfolds to show the account's movements by kind of transaction. */
function AccountRows({ account, month, differs }: AccountRowsProps) {
  const { t } = useTranslation('money')
  const words = useMoneyWords()
  const [isOpen, setOpen] = useState(false)
  const name = words.account(account.account)
  const { kind } = accountParts(account.account)
  return (
    <>
      <tr className="border-b border-line last:border-0 [&>*]:py-1">
        <th scope="row" className="ps-3 pe-2 text-start font-normal">
          <span className="flex min-w-0 flex-wrap items-center gap-x-2">
            <button
              type="button"
              aria-expanded={isOpen}
              disabled={account.kinds.length === 0}
              onClick={() => setOpen(!isOpen)}
              className="flex min-h-6 min-w-0 items-center gap-1 text-start"
            >
              <ChevronRight
                aria-hidden
                className={cn(
                  'size-3.5 shrink-0 text-line-strong transition-transform rtl:-scale-x-100',
                  isOpen && 'rotate-90 rtl:rotate-90',
                  account.kinds.length === 0 && 'invisible'
                )}
              />
              {name}
            </button>
            {differs && kind !== 'wallet' && (
              <Badge dot tone="bad">
                {t('compare.difference')}
              </Badge>
            )}
            <PhoneMoves name={name} moves={account} month={month} of={{ account: account.account }} />
          </span>
        </th>
        <FigureCells name={name} moves={account} month={month} of={{ account: account.account }} />
      </tr>
      {isOpen &&
        account.kinds.map((row) => (
          <KindRow key={row.kind} account={account.account} accountName={name} row={row} month={month} />
        ))}
    </>
  )
}

interface KindRowProps {
  account: string
  accountName: string
  row: AccountMoves['kinds'][number]
  month: Period
}

function KindRow({ account, accountName, row, month }: KindRowProps) {
  const words = useMoneyWords()
  const name = words.kind(row.kind)
  const of = { ...month, account, kind: row.kind }
  return (
    <tr className="border-b border-line text-muted [&>*]:py-1">
      <th scope="row" className="ps-9 pe-2 text-start font-normal">
        {name}
      </th>
      <td className="max-md:hidden" />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.inflow}
        of={{ ...of, way: 'in' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.outflow}
        of={{ ...of, way: 'out' }}
        className="max-md:hidden"
      />
      <Figure
        label={`${accountName}, ${name}`}
        amount={row.inflow - row.outflow}
        of={of}
        className="pe-4 md:invisible"
      />
    </tr>
  )
}
