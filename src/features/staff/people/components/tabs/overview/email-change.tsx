import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { CommandDialog } from '@/components/ui/command-dialog'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { setEmail, staffName, staffPersonKey, useSession } from '@/entities/person'
import { useIsDemo } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { emailProblem } from '@/lib/typing/email'
import { textLimits } from '@/types/text-limits'
import type { TabProps } from '../tab-props'

/** Lets the office give a person another e-mail address for signing in, for example if they lost their mailbox. */
export function EmailChange({ person, rights }: Pick<TabProps, 'person' | 'rights'>) {
  const { t } = useTranslation('people')
  const { user } = useSession()
  const isDemo = useIsDemo()
  const [isOpen, setOpen] = useState(false)
  if (!rights.isAdmin || !rights.canEdit || isDemo || person.id === user?.id) return null
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <Mail aria-hidden />
        {t('email.change')}
      </Button>
      {isOpen && <EmailDialog person={person} onClose={() => setOpen(false)} />}
    </>
  )
}

function EmailDialog({ person, onClose }: Pick<TabProps, 'person'> & { onClose: () => void }) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const email = text.trim()
  const wrong = email === '' ? 'proper_email' : emailProblem(email)
  const name = staffName(person)
  const change = useCommand(() => setEmail(person.id, email), {
    asks: 'dialog',
    done: t('email.done', { name }),
    invalidates: () => [staffPersonKey(person.id)],
    onDone: onClose
  })
  return (
    <CommandDialog
      title={t('email.title', { name })}
      text={t(person.email ? 'email.text' : 'email.text_first')}
      confirm={t('email.confirm')}
      variant="accent"
      command={change}
      onConfirm={() => {
        setTried(true)
        if (!wrong) void change.run()
      }}
      onClose={onClose}
    >
      <Field
        label={t('email.new')}
        hint={person.email ? t('email.now', { email: person.email }) : undefined}
        error={isTried && wrong ? errorText(wrong) : null}
        limit={{ text: email, of: textLimits.profiles.email }}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            dir="ltr"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
    </CommandDialog>
  )
}
