import { AlarmClock, Eye, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '@/components/ui/menu'
import { Tooltip } from '@/components/ui/tooltip'
import { useHolds } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { unwrap } from '@/lib/server/api'
import { supabase } from '@/lib/server/supabase'
import { useCommand } from '@/lib/server/use-command'
import { type AttentionCase, attentionKey } from './use-attention'

/** For how long a booking can be put off (minutes). */
const MINUTES = [10, 30, 60]

/** A null number of minutes: the caller looks at the booking; 0: it is put back. */
const mark = async (bookingId: string, minutes: number | null) =>
  await unwrap(supabase.rpc('mark_attention', { booking_id: bookingId, minutes }))

/** Says to the other dispatchers that this person looks at the booking, or puts it off for a while; each can be taken back. */
export function MarkButtons({ bookingId, of }: { bookingId: string; of: AttentionCase }) {
  const { t } = useTranslation(['attention'])
  const { duration } = useFormat()
  const holds = useHolds()
  const { run, busy } = useCommand((minutes: number | null) => mark(bookingId, minutes), {
    invalidates: () => [attentionKey],
    failure: 'toast'
  })
  if (!holds('bookings')) return null
  const name = of.row.reference ?? ''
  const plain = { size: 'icon-sm', variant: 'ghost', className: 'size-7 shrink-0', disabled: busy } as const
  if (of.isMarked) {
    return (
      <Tooltip label={t('give_back')}>
        <Button {...plain} aria-label={t('give_back_of', { name })} onClick={() => void run(0)}>
          <Undo2 aria-hidden />
        </Button>
      </Tooltip>
    )
  }
  return (
    <>
      <Tooltip label={t('take')}>
        <Button {...plain} aria-label={t('take_of', { name })} onClick={() => void run(null)}>
          <Eye aria-hidden />
        </Button>
      </Tooltip>
      <Menu>
        <Tooltip label={t('put_off')}>
          <MenuTrigger asChild>
            <Button {...plain} aria-label={t('put_off_of', { name })}>
              <AlarmClock aria-hidden />
            </Button>
          </MenuTrigger>
        </Tooltip>
        <MenuContent aria-label={t('put_off_of', { name })}>
          {MINUTES.map((minutes) => (
            <MenuItem key={minutes} onSelect={() => void run(minutes)}>
              {t('put_off_for', { duration: duration(minutes * 60) })}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
    </>
  )
}
