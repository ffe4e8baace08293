import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useIsDemo } from '@/entities/settings'
import { AppError } from '@/lib/server/errors'
import { useCommand } from '@/lib/server/use-command'
import { promos } from '../commands'
import { usePromoUses } from '../queries'
import type { Promo } from './promo-form'

interface DeletePromoProps {
  promo: Promo
  onClose: () => void
  onDone: () => void
}

/**
 * Asks for confirmation before a promotion is deleted. It shows how many bookings and quotes use the promotion. Bookings keep
 * their discount, open quotes lose it.
 */
export function DeletePromo({ promo, onClose, onDone }: DeletePromoProps) {
  const { t } = useTranslation('promos')
  const isDemo = useIsDemo()
  const uses = usePromoUses(promo.id)
  const { bookings = 0, quotes = 0 } = uses.data ?? {}
  const deleting = useCommand(promos.remove, { onDone, done: t('deleted') })
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(next) => next || onClose()}
      title={t('delete_title', { name: promo.promo_name })}
      text={[
        bookings && t('delete_bookings', { count: bookings }),
        quotes && t('delete_quotes', { count: quotes }),
        t('delete_text')
      ]
        .filter(Boolean)
        .join(' ')}
      keep={t('keep')}
      confirm={t('action.delete')}
      busy={deleting.busy}
      disabled={isDemo || !uses.data}
      error={deleting.error ?? uses.error ?? (isDemo ? new AppError('demo_mode') : null)}
      onConfirm={() => void deleting.run(promo.id)}
    />
  )
}
