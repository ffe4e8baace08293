import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { loginPath, paths } from '@/config/paths'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { textLimits } from '@/types/text-limits'
import { readSetupKey, type SetupKey, signInAsOwner } from './model/setup-key'

/** The page that a one-time link opens: whoever has the link becomes the owner of a new firm, with a code that no mail brings. */
export function SetupPage() {
  const { t } = useTranslation('setup_link')
  const { hash, pathname } = useLocation()
  const navigate = useNavigate()
  const [key, setKey] = useState(() => readSetupKey(hash, sessionStorage))
  useEffect(() => {
    if (!hash) return
    // A newer link that is opened in this window changes only the fragment, and does not load the page.
    setKey(readSetupKey(hash, sessionStorage))
    // Nobody who looks at the address, and no history of the browser, may keep the key.
    navigate(pathname, { replace: true })
  }, [hash, pathname, navigate])
  return (
    <main id="main" className="mx-auto w-full max-w-[420px] px-4 py-12 md:py-20">
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-2 text-sm text-pretty text-muted">{key ? t('text') : t('no_key')}</p>
      {key ? (
        <OwnerForm key={key.key} setupKey={key} />
      ) : (
        <Link to={paths.login} className="mt-6 inline-block font-medium underline underline-offset-4">
          {t('sign_in')}
        </Link>
      )}
    </main>
  )
}

/** Errors that say something about the address; the others are about the link. */
const ofAddress = new Set(['user_exists', 'proper_email'])

function OwnerForm({ setupKey }: { setupKey: SetupKey }) {
  const { t } = useTranslation('setup_link')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const command = useCommand(() => signInAsOwner({ ...setupKey, email }), {
    onDone: () => navigate(loginPath(paths.dashboard), { replace: true })
  })
  const { error } = command
  const isOfAddress = error !== null && ofAddress.has(error.key)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void command.run()
  }
  return (
    <form noValidate onSubmit={onSubmit} className="mt-8 space-y-4">
      {error && !isOfAddress && (
        <Alert tone="bad">
          {errorText(error)}{' '}
          {error.key === 'setup_done' && (
            <Link to={paths.login} className="font-medium underline underline-offset-4">
              {t('sign_in')}
            </Link>
          )}
        </Alert>
      )}
      <Field
        label={t('email')}
        hint={t('hint')}
        error={isOfAddress ? errorText(error) : null}
        limit={{ text: email, of: textLimits.profiles.email }}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              command.reset()
            }}
          />
        )}
      </Field>
      <Button type="submit" variant="accent" size="lg" className="w-full" busy={command.busy}>
        {t('start')}
      </Button>
    </form>
  )
}
