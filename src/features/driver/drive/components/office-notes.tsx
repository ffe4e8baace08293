import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { drivePaths } from '@/config/drive-paths'
import { useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { firmText } from '@/lib/texts/firm-text'
import { writtenDay } from '@/lib/time/days'
import { dismissMessages } from '../hooks/use-desk-messages'
import { type OfficeNote, useOfficeNotes } from '../hooks/use-office-notes'

/** The notices about the office's decisions that affect the driver, each until the driver dismisses it. */
export function OfficeNotes({ driverId }: { driverId: string }) {
  const { notes, reload } = useOfficeNotes(driverId)
  return notes.map((note) => <NoteCard key={note.id} note={note} onGone={reload} />)
}

function NoteCard({ note: { id, ids, key, params, created_at }, onGone }: { note: OfficeNote; onGone: () => void }) {
  const { t } = useTranslation(['notices', 'driver', 'driver_pages'])
  const errorText = useErrorText()
  const { dateTime, locale } = useFormat()
  const { profile } = useSession()
  const read = useCommand(() => dismissMessages(ids), { onDone: onGone })
  const words = {
    ...params,
    kind: firmText(params.paper) || t([`kinds.${params.kind}`, 'kinds.other']),
    until: params.until ? writtenDay(params.until, locale) : ''
  }
  // The notice's text without the office's reason, which is shown separately.
  const text = t(`${key}.text`, { ...words, reason: '' }).trim()
  const isPaper =
    /^document_(rejected|expired|needed)$/.test(key) || (key === 'file_refused' && params.kind !== 'picture')
  return (
    <section
      aria-labelledby={`note-${id}`}
      className="space-y-3 rounded-card border border-line bg-card p-4 text-sm text-pretty"
    >
      <header className="flex items-start gap-2.5">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
        <div className="min-w-0 flex-1">
          <h2 id={`note-${id}`} className="text-base font-semibold">
            {t(`${key}.title`, words)}
          </h2>
          <p className="text-muted">{dateTime(created_at)}</p>
        </div>
      </header>
      {params.reason && (
        <p dir="auto" className="rounded-control bg-bad-soft px-3 py-2 text-bad wrap-anywhere">
          {params.reason}
        </p>
      )}
      <p>{text}</p>
      {read.error && <Alert tone="bad">{errorText(read.error)}</Alert>}
      {/* A suspended driver cannot dismiss the note. */}
      {profile?.approved !== false && (
        <div className="flex gap-2">
          {isPaper && (
            <Button asChild size="lg" variant="outline" className="flex-1">
              <Link to={drivePaths.car}>{t('driver_pages:driver_car.title')}</Link>
            </Button>
          )}
          <Button size="lg" variant="soft" className="flex-1" busy={read.busy} onClick={() => void read.run()}>
            {t('driver:message.done')}
          </Button>
        </div>
      )}
    </section>
  )
}
