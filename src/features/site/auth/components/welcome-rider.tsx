import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Spinner } from '@/components/ui/spinner'
import type { SignUp } from '../hooks/use-sign-up'
import { Problem } from './problem'

/**
 * Shown to a rider after a correct code. Saves the sign-up form to the account once; if that fails, it offers a button to
 * retry.
 */
export function WelcomeRider({ signUp: { finishing, forget } }: { signUp: SignUp }) {
  const { t } = useTranslation('signup')
  const hasBegun = useRef(false)
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void finishing.run()
  })
  if (!finishing.error) return <Spinner />
  return (
    <>
      <Problem of={finishing} />
      <Button variant="accent" size="lg" className="w-full" busy={finishing.busy} onClick={() => void finishing.run()}>
        {t('common:retry')}
      </Button>
      <Button variant="ghost" className="w-full" onClick={forget}>
        {t('welcome.without')}
      </Button>
    </>
  )
}
