import { Phone } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { Tooltip } from '@/components/ui/tooltip'
import { paths } from '@/config/paths'
import { loadAgain } from '@/lib/load-again'
import { cn } from '@/lib/utils'
import { keys } from '../use-desk-keys'
import { Age } from './age'
import { reasonWord } from './reason-words'
import type { AttentionRow } from './use-attention'

const AlarmDialog = lazy(async () => ({ default: (await loadAgain(() => import('./alarm-dialog'))).AlarmDialog }))
const TalkDialog = lazy(async () => ({ default: (await loadAgain(() => import('./talk-dialog'))).TalkDialog }))

/** Rows about a person, whose id is in `driver_id`: a new admin, whom an owner confirms, and somebody whose file was replaced. */
const isPerson = ({ reason }: AttentionRow) => reason === 'staff_changed' || reason === 'file_replaced'

interface AttentionRowsProps {
  rows: readonly AttentionRow[]
  onOpen: (bookingId: string) => void
}

/**
 * The list of cases with their age. Three are visible; the list scrolls on its own, so that the bookings below it do not move.
 */
export function AttentionRows({ rows, onOpen }: AttentionRowsProps) {
  const { t } = useTranslation(['desk', 'attention'])
  const [alarm, setAlarm] = useState<AttentionRow | null>(null)
  const [talk, setTalk] = useState<AttentionRow | null>(null)
  const navigate = useNavigate()
  const open = (row: AttentionRow) => {
    if (row.booking_id) onOpen(row.booking_id)
    else if (isPerson(row)) void navigate(row.by_driver ? paths.driver(row.driver_id) : paths.admin(row.driver_id))
    else if (row.alarm_id) setAlarm(row)
    else setTalk(row)
  }
  const firstAlarm = rows.find(({ alarm_id }) => alarm_id)
  return (
    <>
      <ul aria-label={t('attention_rows')} className="max-h-[6.75rem] overflow-y-auto border-t border-line text-sm">
        {rows.map((row, index) => (
          <li
            key={row.alarm_id ?? `${row.booking_id ?? row.driver_id} ${row.reason}`}
            className={cn('flex h-9 items-center border-b border-line last:border-b-0', row.is_alarm && 'bg-bad-soft')}
          >
            <button
              type="button"
              {...(index === 0 && {
                'aria-keyshortcuts': keys.attention,
                title: `${t('keys.open_first')} (${keys.attention})`
              })}
              data-alarm={(!row.booking_id && row.alarm_id) || undefined}
              onClick={() => open(row)}
              className="flex h-full min-w-0 flex-1 items-center gap-3 ps-4 pe-3 text-start hover:bg-soft focus-visible:-outline-offset-2 md:ps-6"
            >
              <Age since={row.since} className="w-16 shrink-0 font-semibold tabular rtl:text-right" />
              <span
                className={cn(
                  'line-clamp-2 min-w-0 flex-1 leading-4 sm:w-28 sm:flex-none md:w-44',
                  row.is_alarm && 'font-semibold text-bad'
                )}
              >
                <bdi>{reasonWord(t, row.reason)}</bdi>
              </span>
              <bdi className="w-20 shrink-0 truncate font-semibold">
                {row.reference ?? (isPerson(row) ? '–' : t('attention:alarm.no_trip'))}
              </bdi>
              <span dir="auto" className="min-w-0 flex-1 truncate text-muted max-sm:hidden">
                {row.pickup_address}
              </span>
              <span dir="auto" className="w-32 shrink-0 truncate max-md:hidden">
                {row.contact_name}
              </span>
            </button>
            {row.alarm_id && <Answer isFirst={row === firstAlarm} onPress={() => setAlarm(row)} />}
            {row.contact && <Call row={row} contact={row.contact} isFirst={index === 0} />}
          </li>
        ))}
      </ul>
      {alarm?.alarm_id && (
        <LateDialog>
          <AlarmDialog row={alarm} alarmId={alarm.alarm_id} onClose={() => setAlarm(null)} />
        </LateDialog>
      )}
      {talk?.driver_id && (
        <LateDialog>
          <TalkDialog driverId={talk.driver_id} name={talk.contact_name ?? ''} onClose={() => setTalk(null)} />
        </LateDialog>
      )}
    </>
  )
}

function Answer({ isFirst, onPress }: { isFirst: boolean; onPress: () => void }) {
  const { t } = useTranslation(['desk', 'attention'])
  const button = (
    <Button
      size="sm"
      variant="bad"
      className="h-7"
      data-answer={isFirst || undefined}
      {...(isFirst && { 'aria-keyshortcuts': keys.alarm })}
      onClick={onPress}
    >
      {t('attention:alarm.action')}
    </Button>
  )
  return isFirst ? (
    <Tooltip label={t('keys.alarm')} keys={keys.alarm}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}

function Call({ row, contact, isFirst }: { row: AttentionRow; contact: string; isFirst: boolean }) {
  const { t } = useTranslation('desk')
  const label = t('call', { name: row.contact_name })
  return (
    <Tooltip label={label} {...(isFirst && { keys: keys.call })}>
      <a
        href={`tel:${contact.replace(/[^+\d]/g, '')}`}
        // The accessible name must contain the link's visible text, which is the contact.
        aria-label={row.is_alarm ? `${label} ${contact}` : label}
        data-call={isFirst || undefined}
        {...(isFirst && { 'aria-keyshortcuts': keys.call })}
        className="me-4 inline-flex h-7 shrink-0 items-center gap-2 rounded-control px-2 text-muted hover:bg-soft hover:text-ink md:me-6"
      >
        <Phone aria-hidden className="size-4" />
        {row.is_alarm && (
          <bdi dir="ltr" className="max-sm:hidden">
            {contact}
          </bdi>
        )}
      </a>
    </Tooltip>
  )
}
