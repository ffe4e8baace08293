import { RadioGroup } from 'radix-ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { Pending } from '@/components/ui/pending'
import { Segmented } from '@/components/ui/segmented'
import { Skeleton } from '@/components/ui/skeleton'
import { useFormat, useSettings } from '@/entities/settings'
import { isTooLong } from '@/lib/typing/text-limit'
import { textLimits } from '@/types/text-limits'
import { addExtra, type ExtraKind, type NewExtra, removeExtra } from '../commands'
import { panelKeys } from '../keys'
import { EXTRA_KINDS, getExtras } from '../queries'
import { LimitedAmount, useAmount } from './amount-field'
import type { ActionDialogProps } from './dialog-props'
import { StepDialog } from './step-dialog'
import { useAction } from './use-action'

const noteLimit = textLimits.booking_extras.note

/** The dialog that adds a toll, a parking fee or another cost of the ride on the driver's behalf. */
export function AddExtraDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation(['panel', 'trips'])
  const { settings } = useSettings()
  const [kind, setKind] = useState<ExtraKind>('toll')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const most = settings?.extra_limit ?? 0
  const amount = useAmount(text, most)
  const add = useAction(booking.id, onClose, t('dialog.add_extra.done'), (extra: NewExtra, key) =>
    addExtra(booking.id, extra, key)
  )
  return (
    <CommandDialog
      title={t('dialog.add_extra.title')}
      text={t('dialog.add_extra.text')}
      confirm={t('dialog.add_extra.confirm')}
      variant="accent"
      disabled={isTooLong(note, noteLimit)}
      missing={!amount && t('missing.amount')}
      command={add}
      onConfirm={() => amount && void add.run({ kind, amount, note: note.trim() })}
      onClose={onClose}
    >
      <div className="space-y-4">
        <Segmented
          label={t('dialog.add_extra.kind')}
          value={kind}
          onChange={setKind}
          options={EXTRA_KINDS.map((value) => ({ value, label: t(`trips:fare.${value}`) }))}
        />
        <LimitedAmount
          label={t('dialog.add_extra.amount')}
          text={text}
          amount={amount}
          most={most}
          onChange={setText}
        />
        <Field label={t('dialog.add_extra.note')} limit={{ text: note, of: noteLimit }}>
          {(control) => <Input {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
      </div>
    </CommandDialog>
  )
}

/** The dialog that removes an extra from the fare and asks for a reason. */
export function RemoveExtraDialog({ booking, onClose }: ActionDialogProps) {
  const { t } = useTranslation(['panel', 'trips'])
  const { money } = useFormat()
  const { data, error, mutate } = useSWR(panelKeys.extras(booking.id), ([, id]) => getExtras(id))
  const [chosen, setChosen] = useState<string | null>(null)
  const id = chosen ?? data?.[0]?.id ?? ''
  return (
    <StepDialog
      bookingId={booking.id}
      name="remove_extra"
      asksWhy
      send={(reason) => removeExtra(id, reason)}
      onClose={onClose}
    >
      {data ? (
        <RadioGroup.Root
          aria-label={t('dialog.remove_extra.which')}
          value={id}
          onValueChange={setChosen}
          className="mb-4 space-y-1.5"
        >
          {data.map((extra) => (
            <RadioGroup.Item
              key={extra.id}
              value={extra.id}
              className="flex min-h-11 w-full items-center gap-3 rounded-control border border-line px-3 text-start text-sm hover:bg-soft data-[state=checked]:border-ink"
            >
              <span className="min-w-0 flex-1 truncate">
                {t(`trips:fare.${extra.key}`)}
                {extra.note && <bdi className="ms-2 text-muted">{extra.note}</bdi>}
              </span>
              <span className="tabular">{money(extra.amount)}</span>
            </RadioGroup.Item>
          ))}
        </RadioGroup.Root>
      ) : (
        <Pending error={error} onRetry={() => void mutate()}>
          <Skeleton className="mb-4 h-24" />
        </Pending>
      )}
    </StepDialog>
  )
}
