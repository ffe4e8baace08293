import { Printer, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { printSheet } from '@/components/print/print-report'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { signInPath } from '@/config/paths'
import { useSettings } from '@/entities/settings'
import { toast } from '@/lib/page/toast'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { inviteImported } from '../commands'
import { codeSheet } from '../model/code-sheet'
import type { ImportState } from '../model/state'
import { getAllRows } from '../queries'

/** Invites the people of an import to sign in: by message, or by codes on paper. Neither signs anybody in by itself. */
export function InviteButtons({ state }: { state: ImportState }) {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const { settings } = useSettings()
  const firm = settings?.app_name ?? ''
  const send = useCommand(() => inviteImported(state.id), {
    onDone: (count) => toast('success', t('invited', { count }))
  })
  const print = useCommand(async () => {
    const rows = await getAllRows(state.id, 'done')
    // Changed people have come by themselves or were invited before.
    const made = rows.filter(({ did }) => did === 'fresh')
    const people = made.flatMap(({ facts }) => {
      const { email, mobile, first_name, last_name } = facts
      const contact = email ?? mobile
      const name = [first_name, last_name].filter(Boolean).join(' ')
      return contact ? [{ name, contact, link: window.location.origin + signInPath(contact) }] : []
    })
    printSheet(codeSheet(people, firm, t('sheet_hint')), t('sheet'))
  })
  const error = send.error ?? print.error
  return (
    <section aria-label={t('invite')} className="space-y-3 rounded-card border border-line p-4">
      <div>
        <h3 className="font-semibold">{t('invite')}</h3>
        <p className="mt-1 text-sm text-pretty text-muted">{t('invite_text')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" busy={send.busy} onClick={() => void send.run()}>
          <Send aria-hidden />
          {t('send_invitations')}
        </Button>
        <Button variant="outline" busy={print.busy} onClick={() => void print.run()}>
          <Printer aria-hidden />
          {t('print_codes')}
        </Button>
      </div>
      {error && <Alert tone="bad">{errorText(error)}</Alert>}
    </section>
  )
}
