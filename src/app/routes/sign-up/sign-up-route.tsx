import type { ComponentType } from 'react'
import { useSession } from '@/entities/person'
import { SignUpPage } from '@/features/auth'
import { addPortalWords } from '@/lib/i18n'
import { formPage } from '../../form-page'
import { FullSpinner } from '../../layout/full-spinner'

function SignUpRoute() {
  const { status } = useSession()
  return (
    <>
      <SignUpPage />
      {status === 'loading' && (
        <div className="fixed inset-0 z-20 bg-paper">
          <FullSpinner as="div" />
        </div>
      )}
    </>
  )
}

/** The page with its words, which visitors of other pages do without. */
export async function loadSignUp(): Promise<ComponentType> {
  const [Page] = await Promise.all([formPage(async () => SignUpRoute), addPortalWords()])
  return Page
}
