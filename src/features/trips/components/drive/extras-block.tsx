import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { MoneyInput } from '@/components/ui/money-input'
import { Segmented } from '@/components/ui/segmented'
import { type Booking, useExtras } from '@/entities/booking'
import { useFormat, useSettings } from '@/entities/settings'
import { type ExtraKind, queueAction, useShift } from '@/entities/shift'
import { readDecimal } from '@/lib/decimal'
import { isTooLong } from '@/lib/text-limit'
import { textLimits } from '@/types/text-limits'

const KINDS = ['toll', 'parking', 'other'] as const satisfies readonly ExtraKind[]
const noteLimit = textLimits.booking_extras.note

/** The extra costs of the ride, such as tolls, and a button for the driver to add one. Works offline. */
export function ExtrasBlock({ booking }: { booking: Booking }) {
  const { t } = useTranslation(['drive', 'trips'])
  const { money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  const told = useExtras(booking.id, booking.status)
  const waiting = useShift().actions.flatMap(({ key, bookingId, action }) =>
    bookingId === booking.id && action.kind === 'add_extra'
      ? [{ id: key, key: action.extra, amount: action.amount, note: action.note }]
      : []
  )
  // A cost that was just sent is for a moment in `told` and in `waiting`. It is shown once.
  const lines = [...told, ...waiting.filter(({ id }) => !told.some((extra) => extra.client_key === id))]
  return (
    <section aria-label={t('extras.title')} className="space-y-2">
      {lines.length > 0 && (
        <ul className="space-y-1 text-sm">
          {lines.map((line) => (
            <li key={line.id} className="flex justify-between gap-3">
              <span className="min-w-0 truncate">
                {t(`trips:fare.${line.key === 'other' ? 'extra' : line.key}`)}
                {line.note && <bdi className="ms-2 text-muted">{line.note}</bdi>}
              </span>
              <span className="tabular">{money(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      <Button variant="outline" size="lg" className="w-full" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {t('extras.add')}
      </Button>
      {isOpen && <ExtraDialog booking={booking} onClose={() => setOpen(false)} />}
    </section>
  )
}

function ExtraDialog({ booking, onClose }: { booking: Booking; onClose: () => void }) {
  const { t } = useTranslation(['drive', 'trips', 'common'])
  const { settings } = useSettings()
  const { money, locale } = useFormat()
  const [extra, setExtra] = useState<ExtraKind>('toll')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const most = settings?.extra_limit ?? 0
  const amount = Number(readDecimal(text, locale, settings?.decimal ?? 2) ?? Number.NaN)
  const isValid = amount > 0 && amount <= most
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('extras.add')}
      text={t('extras.text', { most: money(most) })}
      keep={t('common:cancel')}
      confirm={t('extras.confirm')}
      variant="accent"
      disabled={!isValid || isTooLong(note, noteLimit)}
      onConfirm={() => {
        queueAction(booking, { kind: 'add_extra', extra, amount, note: note.trim() })
        onClose()
      }}
    >
      <div className="space-y-4">
        <Segmented
          label={t('extras.kind')}
          value={extra}
          onChange={setExtra}
          options={KINDS.map((value) => ({ value, label: t(`trips:fare.${value}`) }))}
        />
        <Field
          label={t('extras.amount')}
          {...(text && !isValid && { error: t('extras.limit', { most: money(most) }) })}
        >
          {(control) => <MoneyInput {...control} symbol={settings?.symbol} value={text} onChange={setText} />}
        </Field>
        <Field label={t('extras.note')} limit={{ text: note, of: noteLimit }}>
          {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
      </div>
    </ConfirmDialog>
  )
}
