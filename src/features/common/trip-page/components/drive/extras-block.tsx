import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Segmented } from '@/components/ui/segmented'
import type { Booking } from '@/entities/booking'
import { AmountField, useFormat, useSettings } from '@/entities/settings'
import { type ExtraKind, queueExtra } from '@/entities/shift'
import { readDecimal } from '@/lib/typing/decimal'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import type { ExtrasOfTrip } from '../../hooks/use-extras-of-trip'
import { ReceiptPicture } from './receipt-picture'

const KINDS = ['toll', 'parking', 'other'] as const satisfies readonly ExtraKind[]
const noteLimit = textLimits.booking_extras.note

interface ExtrasProps {
  booking: Booking
  extras: ExtrasOfTrip
}

/** The extra costs of the ride, such as tolls, and a button for the driver to add one. Works offline. */
export function ExtrasBlock({ booking, extras }: ExtrasProps) {
  const { t } = useTranslation(['drive', 'trips'])
  const { money } = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('extras.title')} className="space-y-2">
      {extras.lines.length > 0 && (
        <ul className="space-y-1 text-sm">
          {extras.lines.map((line) => (
            <li key={line.id}>
              <p className="flex justify-between gap-3">
                <span className="min-w-0 truncate">
                  {t(`trips:fare.${line.key === 'other' ? 'extra' : line.key}`)}
                  {line.note && <bdi className="ms-2 text-muted">{line.note}</bdi>}
                </span>
                <span className="tabular">{money(line.amount)}</span>
              </p>
              {line.counts < line.amount && (
                <p className="text-pretty text-muted">
                  {t('extras.split', { counts: money(line.counts), waits: money(line.amount - line.counts) })}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      <Button variant="outline" size="lg" className="w-full" onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        {t('extras.add')}
      </Button>
      {isOpen && <ExtraDialog booking={booking} extras={extras} onClose={() => setOpen(false)} />}
    </section>
  )
}

function ExtraDialog({ booking, extras: { most, left }, onClose }: ExtrasProps & { onClose: () => void }) {
  const { t } = useTranslation(['drive', 'trips', 'common'])
  const { settings } = useSettings()
  const { money, locale } = useFormat()
  const [extra, setExtra] = useState<ExtraKind>('toll')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [receipt, setReceipt] = useState<Blob | null>(null)
  const amount = Number(readDecimal(text, locale, settings?.decimal ?? 2) ?? Number.NaN)
  const isValid = amount > 0 && amount <= most
  const isAbove = isValid && left !== null && amount > left
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={onClose}
      title={t('extras.add')}
      text={
        left === null
          ? t('extras.text', { most: money(most) })
          : t('extras.text_left', { most: money(most), left: money(Math.min(left, most)) })
      }
      keep={t('common:cancel')}
      confirm={t('extras.confirm')}
      variant="accent"
      disabled={!isValid || isTooLong(note, noteLimit)}
      onConfirm={() => {
        queueExtra(booking, { kind: 'add_extra', extra, amount, note: note.trim() }, isAbove ? receipt : null)
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
        <AmountField
          label={t('extras.amount')}
          error={text && !isValid ? t('extras.limit', { most: money(most) }) : null}
          text={text}
          onChange={setText}
        />
        {isAbove && (
          <div className="space-y-2">
            <Alert tone="warn">{t('extras.above', { counts: money(left), waits: money(amount - left) })}</Alert>
            <ReceiptPicture file={receipt} onPicture={setReceipt} />
          </div>
        )}
        <Field label={t('extras.note')} limit={{ text: note, of: noteLimit }}>
          {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
      </div>
    </ConfirmDialog>
  )
}
