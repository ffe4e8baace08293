import { lazy, Suspense } from 'react'
import { env } from '@/config/env'
import { loadWithWords } from '@/lib/load-with-words'
import { isOfCaptcha } from '../model'
import type { SignIn } from '../use-sign-in'

const CaptchaPlace = lazy(async () => ({
  default: (await loadWithWords(() => import('./captcha-place'))).CaptchaPlace
}))

/** The place of the captcha. Only a project with a captcha loads its view and texts. */
export function CaptchaSlot({ signIn }: { signIn: SignIn }) {
  if (!env.captcha && !(signIn.problem && isOfCaptcha(signIn.problem))) return null
  return (
    <Suspense>
      <CaptchaPlace signIn={signIn} />
    </Suspense>
  )
}
