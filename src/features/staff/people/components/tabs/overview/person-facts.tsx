import { useTranslation } from 'react-i18next'
import { Facts } from '@/components/ui/facts'
import type { StaffPerson } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { firmText } from '@/lib/texts/firm-text'
import { written } from '@/lib/typing/phone'
import { PapersBadge, Stars } from '../../badges'
import type { TabProps } from '../tab-props'
import { EmailChange } from './email-change'
import { SecondFactor } from './second-factor'
import { StaffRole } from './staff-role'

/**
 * Shows facts about a person that this page does not edit: contacts, origin of the account, wallet, rating, and a driver's car
 * and documents.
 */
export function PersonFacts({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  const hasWallet = rights.isAdmin && person.usertype !== 'admin'
  return (
    <div className="space-y-5 text-sm">
      <Contacts person={person} />
      <EmailChange person={person} rights={rights} />
      <Facts
        className="border-t border-line pt-4"
        facts={[
          [t('column.created'), dateTime(person.created_at)],
          [t('column.reg_type'), t(`reg_type.${person.reg_type}`)],
          [t('column.language'), person.lang_locale],
          [t('column.referral'), <bdi key="referral">{person.referral_id}</bdi>],
          [t('column.invited_by'), person.signup_via_referral]
        ]}
      />
      {hasWallet && <Money person={person} />}
      <DriverFactsList person={person} />
      {person.usertype === 'admin' && <StaffRole person={person} rights={rights} />}
      {(person.usertype === 'admin' || person.usertype === 'fleetadmin') && (
        <SecondFactor person={person} rights={rights} />
      )}
    </div>
  )
}

function Contacts({ person }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const mobile = person.mobile && (
    <>
      <bdi dir="ltr">{written(person.mobile)}</bdi>
      {person.mobile_verified && <span className="block text-xs font-normal text-muted">{t('proved')}</span>}
    </>
  )
  return (
    <Facts
      facts={[
        [t('column.email'), person.email && <bdi dir="ltr">{person.email}</bdi>],
        [t('column.mobile'), mobile]
      ]}
    />
  )
}

function Money({ person }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const { money } = useFormat()
  return (
    <Facts
      className="border-t border-line pt-4"
      facts={[
        [t('column.wallet'), money(person.wallet_balance)],
        [t('column.bonus'), person.bonus_balance ? money(person.bonus_balance) : null],
        [t('column.rating'), person.usertype !== 'fleetadmin' && <Stars key="stars" {...person} />]
      ]}
    />
  )
}

function DriverFactsList({ person: { driver_facts: facts } }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  if (!facts) return null
  return (
    <Facts
      className="border-t border-line pt-4"
      facts={[
        [t('column.car_type'), firmText(facts.car_type)],
        [t('column.fleet'), facts.fleet],
        [t('column.papers'), <PapersBadge key="papers" papers={facts.papers} />],
        [t('column.seen'), facts.seen_at && dateTime(facts.seen_at)]
      ]}
    />
  )
}
