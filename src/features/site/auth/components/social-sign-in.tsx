import { Auth } from '@supabase/auth-ui-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import useSWRImmutable from 'swr/immutable'
import { Alert } from '@/components/ui/alert'
import { buttonVariants } from '@/components/ui/button'
import { loadAuth } from '@/lib/session/auth-client'
import { enabledNetworks, networkNames, signInAnswer } from '../model/social'

/** Buttons of the social networks that Auth has enabled; nothing if there are none or Auth does not respond. */
export function SocialSignIn() {
  const { t } = useTranslation('social_sign_in')
  const { data: networks = [] } = useSWRImmutable('social-networks', enabledNetworks, { shouldRetryOnError: false })
  const { data: auth } = useSWRImmutable('auth-client', loadAuth)
  const problem = signInAnswer(window.location.search)
  // The appearance of the buttons. Memoized, because a new object would recreate the buttons.
  const look = useMemo(
    () => ({
      extend: false,
      className: {
        container: 'flex flex-col gap-2',
        button: buttonVariants({ variant: 'outline', size: 'lg', className: 'w-full [&_svg]:size-5' })
      }
    }),
    []
  )
  const words = t('continue', { provider: '{{provider}}' })
  const localization = useMemo(() => ({ variables: { sign_in: { social_provider_text: words } } }), [words])
  if (networks.length === 0 || !auth) return null
  return (
    <section aria-label={t('continue', { provider: networks.map((name) => networkNames[name]).join(', ') })}>
      <p aria-hidden className="mb-6 flex items-center gap-4 text-sm text-muted">
        <span className="h-px flex-1 bg-line" />
        {t('or')}
        <span className="h-px flex-1 bg-line" />
      </p>
      {problem && (
        <Alert tone={problem === 'cancelled' ? 'info' : 'bad'} className="mb-4">
          {t(problem)}
        </Alert>
      )}
      <Auth
        // The component takes a whole Supabase client, but uses only its `auth`.
        supabaseClient={{ auth } as never}
        onlyThirdPartyProviders
        providers={networks}
        // Returns to this page, so that an error is shown where the sign-in started.
        redirectTo={window.location.origin + window.location.pathname + nextOf(window.location.search)}
        appearance={look}
        localization={localization}
      />
    </section>
  )
}

/**
 * Returns the query string for coming back to this page. It keeps the page that the person wanted (`next`) and drops the errors
 * of an earlier attempt.
 */
function nextOf(search: string): string {
  const next = new URLSearchParams(search).get('next')
  return next ? `?next=${encodeURIComponent(next)}` : ''
}
