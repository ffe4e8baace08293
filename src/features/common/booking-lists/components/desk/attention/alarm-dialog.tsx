import { Phone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { confirmKey } from '@/components/ui/confirm-key'
import { Facts } from '@/components/ui/facts'
import { Field } from '@/components/ui/field'
import { Textarea } from '@/components/ui/textarea'
import { closeAlarm } from '@/entities/alarm'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { telLink, written } from '@/lib/typing/phone'
import { isTooLong } from '@/lib/typing/text-limit'
import { messageLength } from '@/types/rules'
import { Age } from './age'
import { reasonWord } from './reason-words'
import { type AttentionRow, attentionKey } from './use-attention'

const CLOSE = confirmKey()

interface AlarmDialogProps {
  row: AttentionRow
  alarmId: string
  onClose: () => void
}

/**
 * The dialog of an alarm: who needs help, where and since when, with a button to call them. Closing the alarm requires a note
 * about what was done.
 */
export function AlarmDialog({ row, alarmId, onClose }: AlarmDialogProps) {
  const { t } = useTranslation(['attention', 'common'])
  const [note, setNote] = useState('')
  const close = useCommand(() => closeAlarm(alarmId, note.trim()), {
    invalidates: () => [attentionKey],
    done: t('alarm.closed'),
    onDone: onClose
  })
  return (
    <CommandDialog
      title={t('alarm.title', { reason: reasonWord(t as never, row.reason), name: row.contact_name })}
      text={t('alarm.text')}
      confirm={t('alarm.close')}
      confirmKey={CLOSE}
      variant="accent"
      disabled={!note.trim() || isTooLong(note, messageLength)}
      command={close}
      onConfirm={() => void close.run()}
      onClose={onClose}
    >
      <AlarmFacts row={row} />
      {row.contact && (
        <Button asChild size="lg" variant="bad" className="my-4 w-full">
          <a href={telLink(row.contact)}>
            <Phone aria-hidden />
            {t('alarm.call', { name: row.contact_name })} <bdi dir="ltr">{written(row.contact)}</bdi>
          </a>
        </Button>
      )}
      <Field label={t('alarm.note')} limit={{ text: note, of: messageLength }}>
        {(control) => <Textarea {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
      </Field>
    </CommandDialog>
  )
}

function AlarmFacts({ row }: { row: AttentionRow }) {
  const { t } = useTranslation('attention')
  const { dateTime } = useFormat()
  const since = (
    <>
      {dateTime(row.since)} · <Age since={row.since} className="tabular" />
    </>
  )
  const place = row.lat !== null && row.lng !== null && (
    <bdi dir="ltr" className="select-all">
      {row.lat.toFixed(5)}, {row.lng.toFixed(5)}
    </bdi>
  )
  return (
    <Facts
      facts={[
        [t('alarm.who'), t(row.by_driver ? 'alarm.driver' : 'alarm.rider', { name: row.contact_name })],
        [t('alarm.trip'), row.reference ?? t('alarm.no_trip')],
        [t('alarm.from'), row.pickup_address],
        [t('alarm.to'), row.drop_address],
        [t('alarm.since'), since],
        [t('alarm.place'), place || t('alarm.no_place')]
      ]}
    />
  )
}
