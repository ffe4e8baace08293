import type { LaterContent, Line, ReceiptContent } from '@contract/receipts'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/utils'
import { type PaperFormat, usePaperFormat } from '../hooks/use-paper-format'

const UNITS = ['km', 'mi', 'min']

interface RowProps {
  label: string
  /** How the amount is computed. */
  detail?: string
  amount: string
  className?: string
}

function Row({ label, detail, amount, className }: RowProps) {
  return (
    <tr className={cn('align-baseline', className)}>
      <th scope="row" className="py-1 pe-4 text-start [font-weight:inherit]">
        {label}
        {detail && <bdi className="ms-2 text-xs font-normal text-muted tabular">{detail}</bdi>}
      </th>
      <td className="py-1 text-end whitespace-nowrap tabular">
        <bdi>{amount}</bdi>
      </td>
    </tr>
  )
}

/** Returns a function that writes how a line's amount is computed, such as "3.705 km × CHF 2.40". */
function useDetail({ figure, rate }: PaperFormat): (line: Line) => string {
  const { t } = useTranslation('receipt')
  return ({ name, quantity, unit = '', rate: each }) => {
    if (quantity === undefined) return name ?? ''
    const counted = `${figure(quantity)}\u00a0${UNITS.includes(unit) ? t(`paper.unit.${unit}`) : unit}`
    return each === undefined ? counted : `${counted} × ${rate(each)}`
  }
}

const strong = 'border-t border-line text-lg font-semibold'
const quiet = 'text-sm text-muted'

function Taxed({ content, format }: { content: ReceiptContent | LaterContent; format: PaperFormat }) {
  const { t } = useTranslation('receipt')
  if (!content.tax) return null
  const percent = format.figure(content.tax_percent)
  const name = content.tax_name
  const label = name ? t('paper.tax_named', { percent, name }) : t('paper.tax', { percent })
  return <Row label={label} amount={format.money(content.tax)} className={quiet} />
}

/** The names of both columns, for screen readers. */
function ColumnNames() {
  const { t } = useTranslation('receipt')
  return (
    <thead className="sr-only">
      <tr>
        <th scope="col">{t('paper.item')}</th>
        <th scope="col">{t('paper.amount')}</th>
      </tr>
    </thead>
  )
}

/** The lines of the fare, and how it was paid. */
export function ReceiptLines({ content, tip }: { content: ReceiptContent; tip: number }) {
  const { t } = useTranslation('receipt')
  const format = usePaperFormat(content.money)
  const detail = useDetail(format)
  const { money } = format
  const others = content.parts.filter(({ kind }) => kind !== 'fare')
  return (
    <table className="mt-4 w-full text-sm">
      <ColumnNames />
      <tbody>
        {content.lines.map((line) => (
          <Row
            key={`${line.key} ${line.name ?? ''} ${line.amount}`}
            label={t([`paper.line.${line.key}`, 'paper.line.other'])}
            detail={detail(line)}
            amount={money(line.amount)}
          />
        ))}
        {others.length > 0 && (
          <Row label={t('paper.total')} amount={money(content.total)} className="border-t border-line" />
        )}
        {others.map(({ kind, amount, name = '' }) => (
          <Row key={kind} label={t([`paper.part.${kind}`, 'paper.part.other'], { name })} amount={money(amount)} />
        ))}
        <Row label={t('paper.due')} amount={money(content.due)} className={strong} />
        <Taxed content={content} format={format} />
      </tbody>
      <tbody className="border-t border-line">
        {content.payments.map(({ way, provider, amount }) => (
          <Row
            key={`${way} ${provider}`}
            label={amount < 0 ? t('paper.returned') : t([`paper.paid_by.${way}`, 'paper.paid_by.other'])}
            amount={money(amount)}
          />
        ))}
        {tip > 0 && <Row label={t('paper.tip')} amount={money(tip)} className={quiet} />}
        <Row label={t('paper.paid_at', { when: format.moment(content.paid_at) })} amount="" className={quiet} />
      </tbody>
    </table>
  )
}

/** The lines of what follows a receipt: the amount refunded and to where, or what was paid in addition. */
export function LaterLines({ content, isAddition }: { content: LaterContent; isAddition: boolean }) {
  const { t } = useTranslation('receipt')
  const format = usePaperFormat(content.money)
  const { money, day, moment } = format
  return (
    <>
      <p className="mt-4 text-sm">
        {t('paper.for_receipt', { number: content.receipt, when: day(content.receipt_at) })}
      </p>
      <table className="mt-2 w-full text-sm">
        <ColumnNames />
        <tbody>
          <Row
            label={t(isAddition ? 'paper.added' : 'paper.given_back')}
            amount={money(content.amount)}
            className={strong}
          />
          <Taxed content={content} format={format} />
          {content.ways.map(({ way, amount }) => (
            <Row key={way} label={t(`paper.${isAddition ? 'paid_by' : 'back_to'}.${way}`)} amount={money(amount)} />
          ))}
          <Row label={moment(content.at)} amount="" className={quiet} />
        </tbody>
      </table>
    </>
  )
}
