import type { ComponentType } from 'react'
import { loadSignUpPage } from '@/features/auth'
import { addPortalWords } from '@/lib/i18n'
import { formPage } from '../../form-page'

/** Loads the sign-up page with its texts, which other pages do not need. */
export async function loadSignUp(): Promise<ComponentType> {
  const [Page] = await Promise.all([formPage(loadSignUpPage), addPortalWords()])
  return Page
}
