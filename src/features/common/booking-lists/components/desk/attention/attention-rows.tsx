import { Phone } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { LateDialog } from '@/components/ui/late-dialog'
import { Tooltip } from '@/components/ui/tooltip'
import { paths } from '@/config/paths'
import { useFormat } from '@/entities/settings'
import { cn } from '@/lib/utils'
import { keys } from '../use-desk-keys'
import { Age } from './age'
import { MarkButtons } from './mark-buttons'
import { reasonWord } from './reason-words'
import { type AttentionRow, casesOf, keyOf } from './use-attention'

const AlarmDialog = lazy(() => import('./alarm-dialog').then((part) => ({ default: part.AlarmDialog })))
const TalkDialog = lazy(() => import('./talk-dialog').then((part) => ({ default: part.TalkDialog })))

/**
 * Rows about a person, whose id is in `driver_id`: a new admin, whom an owner confirms, somebody whose file was replaced, with
 * many rides without the start code or many claims given back, who lets offers lapse, whose account was deleted before money came, or about whom a request waits for approval; the country of the map, texts and their limits
 * are about nobody.
 */
const isPerson = ({ reason }: AttentionRow) =>
  /^(other_country|staff_changed|file_replaced|code_overrides|claims_lost|offers_lapsed|left_money|approval_waits|texts_waiting|texts_near_limit|codes_unentered)$/.test(
    reason
  )

/** The page about such a person; of a request for approval the page that decides it. */
function pageOf({ reason, category, by_driver, driver_id }: AttentionRow): string {
  if (reason === 'left_money') return paths.money
  if (reason === 'other_country') return paths.settings
  if (/^(texts_waiting|texts_near_limit|codes_unentered)$/.test(reason)) return paths.messages
  if (reason !== 'approval_waits') return by_driver ? paths.driver(driver_id) : paths.admin(driver_id)
  if (category === 'payout' || category === 'bank_release') return paths.withdraws
  return category === 'write_off' ? paths.money : paths.addToWallet
}

/** Whom a row without a booking is about; on a wider screen the name has a column of its own. */
const WhoElse = ({ name }: { name: string | null }) => (
  <>
    <span className="md:hidden">{name}</span>
    <span aria-hidden className="max-md:hidden">
      –
    </span>
  </>
)

interface AttentionRowsProps {
  rows: readonly AttentionRow[]
  /** Only what is on the list for this reason; null or missing for everything. */
  reason?: string | null
  onOpen: (bookingId: string) => void
}

/**
 * The list of cases with their age. Three are visible; the list scrolls on its own, so that the bookings below it do not move.
 */
export function AttentionRows({ rows, reason = null, onOpen }: AttentionRowsProps) {
  const { t } = useTranslation(['desk', 'attention'])
  const [alarm, setAlarm] = useState<AttentionRow | null>(null)
  const [talk, setTalk] = useState<AttentionRow | null>(null)
  const navigate = useNavigate()
  const open = (row: AttentionRow) => {
    if (row.booking_id) onOpen(row.booking_id)
    else if (isPerson(row)) void navigate(pageOf(row))
    else if (row.alarm_id) setAlarm(row)
    else setTalk(row)
  }
  const cases = casesOf(rows).filter(({ reasons }) => !reason || reasons.includes(reason))
  const firstAlarm = cases.find(({ row }) => row.alarm_id)?.row
  return (
    <>
      <ul
        aria-label={t('attention_rows')}
        className="max-h-[6.75rem] overflow-y-auto low:max-h-9 border-t border-line text-sm"
      >
        {cases.map(({ row, reasons, isMarked }, index) => (
          <li
            key={keyOf(row)}
            className={cn(
              'flex h-9 items-center gap-1 border-b border-line pe-4 last:border-b-0 md:pe-6',
              row.is_alarm && 'bg-bad-soft',
              isMarked && 'text-muted'
            )}
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
                  'line-clamp-2 min-w-0 flex-1 leading-4 sm:w-28 sm:flex-none md:w-36',
                  row.is_alarm && 'font-semibold text-bad'
                )}
              >
                {reasons.map((word, place) => (
                  <bdi key={word} className={place > 0 ? 'text-muted' : undefined}>
                    {place > 0 && ' · '}
                    {reasonWord(t, word)}
                  </bdi>
                ))}
              </span>
              <bdi className={cn('shrink-0 truncate font-semibold', isPerson(row) ? 'w-28 md:w-20' : 'w-20')}>
                {row.reference ?? (isPerson(row) ? <WhoElse name={row.contact_name} /> : t('attention:alarm.no_trip'))}
              </bdi>
              <span dir="auto" className="min-w-0 flex-1 truncate text-muted max-sm:hidden">
                {isMarked ? <Mark row={row} /> : row.pickup_address}
              </span>
              <span dir="auto" className="w-28 shrink-0 truncate max-md:hidden">
                {row.contact_name}
              </span>
            </button>
            {row.alarm_id && <Answer isFirst={row === firstAlarm} onPress={() => setAlarm(row)} />}
            {row.booking_id && !row.is_alarm && (
              <MarkButtons bookingId={row.booking_id} of={{ row, reasons, isMarked }} />
            )}
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

/** Who looks at the booking, or until when and by whom it was put off. */
function Mark({ row }: { row: AttentionRow }) {
  const { t } = useTranslation('attention')
  const { time } = useFormat()
  return row.put_off_until
    ? t('put_off_until', { time: time(row.put_off_until), name: row.taken_by })
    : row.taken_by && t('taken', { name: row.taken_by })
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
        className="inline-flex h-7 shrink-0 items-center gap-2 rounded-control px-2 text-muted hover:bg-soft hover:text-ink"
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
