import { Ban, Check, Mail, Phone, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { PageHeader } from '@/components/ui/page-header'
import { Avatar, type StaffPerson, staffName } from '@/entities/person'
import { useFormat, useIsDemo } from '@/entities/settings'
import { telLink, written } from '@/lib/typing/phone'
import type { Rights } from '../../hooks/use-rights'
import type { Kind } from '../../model/kinds'
import { BackToList } from '../back-to-list'
import { dutyOf, StandingBadge } from '../badges'
import { type PersonAction, PersonActionDialog } from './person-actions'

interface PersonHeadProps {
  person: StaffPerson
  kind: Kind
  rights: Rights
}

/** The head of a person's page: name, approval, contact links and actions. */
export function PersonHead({ person, kind, rights }: PersonHeadProps) {
  const { t } = useTranslation('people')
  const go = useNavigate()
  const [action, setAction] = useState<PersonAction | null>(null)
  const facts = person.driver_facts
  return (
    <>
      <PageHeader
        title={staffName(person)}
        back={
          <>
            <BackToList kind={kind} />
            <Avatar name={staffName(person)} image={person.profile_image} className="size-9 text-sm max-sm:hidden" />
          </>
        }
        beside={
          <>
            <StandingBadge person={person} />
            <Badge>{person.staff_role ? t(`staff_role.${person.staff_role}`) : t(`role.${person.usertype}`)}</Badge>
            {facts && <Badge tone={facts.is_active ? 'info' : 'neutral'}>{t(`duty.${dutyOf(facts)}`)}</Badge>}
          </>
        }
        actions={
          <>
            <Reach person={person} />
            {rights.canApprove && (
              <Button
                size="sm"
                variant={person.approved ? 'outline' : 'accent'}
                onClick={() => setAction(person.approved ? 'suspend' : 'approve')}
              >
                {person.approved ? <Ban aria-hidden /> : <Check aria-hidden />}
                {t(person.approved ? 'action.suspend' : 'action.approve')}
              </Button>
            )}
            {rights.canDelete && (
              <Button
                variant="ghost"
                size="icon-sm"
                aria-label={t('action.delete')}
                className="text-bad"
                onClick={() => setAction('delete')}
              >
                <UserX aria-hidden />
              </Button>
            )}
          </>
        }
      />
      <Suspension person={person} />
      {action && (
        <PersonActionDialog
          action={action}
          person={person}
          onClose={() => setAction(null)}
          onDone={() => action === 'delete' && void go(kind.path)}
        />
      )}
    </>
  )
}

/** Links to call the person or write to them. A demo masks the contacts, so it shows no links. */
function Reach({ person: { mobile, email } }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  if (useIsDemo()) return null
  return (
    <>
      {mobile && (
        <Button asChild size="icon-sm" variant="ghost">
          <a href={telLink(mobile)} aria-label={t('call', { number: written(mobile) })}>
            <Phone aria-hidden />
          </a>
        </Button>
      )}
      {email && (
        <Button asChild size="icon-sm" variant="ghost">
          <a href={`mailto:${email}`} aria-label={t('mail', { email })}>
            <Mail aria-hidden />
          </a>
        </Button>
      )}
    </>
  )
}

function Suspension({ person: { suspended_at, suspended_reason } }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  if (!suspended_at) return null
  return (
    <Alert tone="bad" className="mx-4 mb-3 md:mx-6">
      {t('suspended_since', { at: dateTime(suspended_at) })}
      {suspended_reason && <bdi className="block">{suspended_reason}</bdi>}
    </Alert>
  )
}
