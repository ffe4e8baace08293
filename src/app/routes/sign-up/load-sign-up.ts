import type { ComponentType } from 'react'
import { loadSignUpPage } from '@/features/auth'
import { addPortalWords } from '@/lib/i18n'
import { formPage } from '../../form-page'

/** The page with its words, which visitors of other pages do without. */
export async function loadSignUp(): Promise<ComponentType> {
  const [Page] = await Promise.all([formPage(loadSignUpPage), addPortalWords()])
  return Page
}
