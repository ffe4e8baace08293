import { Check, ExternalLink, Minus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Facts } from '@/components/ui/facts'
import { conversationPath, paths, personPath } from '@/config/paths'
import { providerName } from '@/entities/payment'
import { useMoneyWords } from '../../hooks/use-words'
import { bookingAtDesk, providerPage } from '../../model/links'
import type { Chargeback } from '../../queries'
import { WideDialog } from './wide-dialog'

/** Shows the evidence for answering a chargeback, and a link to the provider's page of that chargeback. */
export function ChargebackDialog({ chargeback, onClose }: { chargeback: Chargeback; onClose: () => void }) {
  const { t } = useTranslation('money')
  const { money, dateTime } = useMoneyWords()
  const { booking_id: booking } = chargeback
  const page = providerPage(chargeback.provider, chargeback.dispute_ref)
  const proofs = [
    { id: 'has_trail', to: booking && bookingAtDesk(booking) },
    { id: 'has_code', to: booking && bookingAtDesk(booking) },
    { id: 'has_receipt', to: booking && paths.receipt(booking) },
    { id: 'has_chat', to: booking && conversationPath(booking) }
  ] as const
  return (
    <WideDialog
      title={t('chargebacks.review_title')}
      text={t('chargebacks.review_text', { provider: providerName(chargeback.provider) })}
      onClose={onClose}
      isDone
      action={
        page && (
          <Button asChild size="lg" variant="accent">
            <a href={page} target="_blank" rel="noreferrer">
              {t('chargebacks.answer_at', { provider: providerName(chargeback.provider) })}
              <ExternalLink aria-hidden />
            </a>
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [t('chargebacks.column.amount'), money(chargeback.amount)],
          [
            t('chargebacks.column.name'),
            <Link key="person" to={personPath(chargeback.customer_id)} className="underline underline-offset-4">
              <bdi>{chargeback.name}</bdi>
            </Link>
          ],
          [t('chargebacks.column.reference'), chargeback.reference],
          [t('chargebacks.column.dispute'), <bdi key="ref">{chargeback.dispute_ref}</bdi>],
          [t('chargebacks.column.opened'), dateTime(chargeback.opened_at)],
          [t('chargebacks.column.due'), chargeback.due_at && dateTime(chargeback.due_at)]
        ]}
      />
      <ul aria-label={t('chargebacks.proofs')} className="divide-y divide-line border-y border-line">
        {proofs.map(({ id, to }) => (
          <li key={id} className="flex items-center gap-2.5 py-2.5">
            {chargeback[id] ? (
              <Check aria-hidden className="size-4 text-ok" />
            ) : (
              <Minus aria-hidden className="size-4 text-muted" />
            )}
            <span className="flex-1">
              {t(`chargebacks.proof.${id}`)}
              <span className="block text-xs text-muted">
                {chargeback[id] ? t(`chargebacks.use.${id}`) : t('chargebacks.missing')}
              </span>
            </span>
            {chargeback[id] && to && (
              <Link
                to={to}
                aria-label={t('chargebacks.open_proof', { name: t(`chargebacks.proof.${id}`) })}
                className="font-medium underline underline-offset-4"
              >
                {t('compare.open')}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </WideDialog>
  )
}
