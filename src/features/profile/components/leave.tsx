import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Section } from '@/components/ui/section'
import { paths } from '@/config/paths'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/use-command'
import { deleteOwnAccount } from '../own'

/** The section in which a person deletes their own account. */
export function Leave() {
  const { t } = useTranslation('profile')
  const agreeId = useId()
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isAgreed, setAgreed] = useState(false)
  const leaving = useCommand(deleteOwnAccount, {
    done: t('leave.done'),
    onDone: async () => {
      await signOut()
      void navigate(paths.home)
    }
  })
  const ask = (isOpen: boolean) => {
    setAsking(isOpen)
    setAgreed(false)
    leaving.reset()
  }
  return (
    <Section title={t('leave.title')} text={t('leave.text')}>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={ask}
        title={t('leave.ask_title')}
        text={t('leave.ask_text')}
        keep={t('leave.keep')}
        confirm={t('leave.confirm')}
        disabled={!isAgreed}
        busy={leaving.busy}
        error={leaving.error}
        onConfirm={() => void leaving.run()}
        trigger={
          <Button variant="outline" className="text-bad">
            {t('leave.open')}
          </Button>
        }
      >
        <label htmlFor={agreeId} className="flex items-center gap-2 text-sm">
          <Checkbox id={agreeId} checked={isAgreed} onChange={(event) => setAgreed(event.target.checked)} />
          {t('leave.agree')}
        </label>
      </ConfirmDialog>
    </Section>
  )
}
