import { lazy, Suspense } from 'react'
import { env } from '@/config/env'
import type { SignIn } from '../hooks/use-sign-in'
import { isOfCaptcha } from '../model/contact'

const CaptchaPlace = lazy(() => import('./captcha-place').then((part) => ({ default: part.CaptchaPlace })))

/** The place of the captcha. Only a project with a captcha loads its view and texts. */
export function CaptchaSlot({ signIn }: { signIn: SignIn }) {
  if (!env.captcha && !(signIn.problem && isOfCaptcha(signIn.problem))) return null
  return (
    <Suspense>
      <CaptchaPlace signIn={signIn} />
    </Suspense>
  )
}
