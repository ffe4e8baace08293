import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '@/components/ui/alert'
import { PageFrame } from '@/components/ui/page-frame'
import { Section } from '@/components/ui/section'
import { type Profile, useSession } from '@/entities/person'
import { useErrorText } from '@/lib/server/use-error-text'
import { ContactChange } from './components/contact-change'
import { Devices } from './components/devices'
import { Invitations } from './components/invitations'
import { Leave } from './components/leave'
import { Notifications } from './components/notifications'
import { OwnData } from './components/own-data'
import { Photo } from './components/photo'
import { ProfileForm } from './components/profile-form'

interface ProfilePageProps {
  /** Called when what a booking needs is complete; returns to the page that needed a complete profile. */
  onSaved?: (() => void) | undefined
  /** Further sections about signing in. */
  children?: ReactNode
}

/** The page of the caller's profile: details, sign-in, devices, and deleting the account. */
export function ProfilePage({ onSaved, children }: ProfilePageProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  return (
    <PageFrame title={t('pages.profile.title')} width="column">
      {profile && (
        <Own key={profile.id} profile={profile} onSaved={onSaved}>
          {children}
        </Own>
      )}
    </PageFrame>
  )
}

function Own({ profile, onSaved, children }: ProfilePageProps & { profile: Profile }) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const hasNames = Boolean(profile.first_name?.trim() && profile.last_name?.trim())
  const hasEmail = Boolean(profile.email)
  const invites = profile.usertype === 'rider' || profile.usertype === 'driver'
  return (
    <div className="mt-8 space-y-10">
      {onSaved && !(hasNames && hasEmail) && <Alert tone="warn">{errorText('profile_incomplete')}</Alert>}
      <Photo profile={profile} />
      <ProfileForm profile={profile} onSaved={hasEmail ? onSaved : undefined} />
      {!(profile.email_locked && profile.mobile_locked) && (
        <Section title={t('contacts')}>
          {!profile.email_locked && (
            <ContactChange kind="email" current={profile.email} onDone={hasNames ? onSaved : undefined} />
          )}
          {!profile.mobile_locked && <ContactChange kind="phone" current={profile.mobile} />}
        </Section>
      )}
      {children}
      {invites && <Invitations />}
      <Notifications userId={profile.id} />
      <Devices />
      <OwnData />
      <Leave />
    </div>
  )
}
