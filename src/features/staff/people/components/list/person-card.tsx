import { useTranslation } from 'react-i18next'
import { RowCard } from '@/components/data-table'
import { type StaffPerson, staffName } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { written } from '@/lib/typing/phone'
import { dutyOf, PapersBadge, StandingBadge } from '../badges'
import { vehicleWords } from './columns'

/** A row of the list of people on a phone. */
export function PersonCard({ person }: { person: StaffPerson }) {
  const { t } = useTranslation('people')
  const { money } = useFormat()
  const { driver_facts: facts, usertype } = person
  const isPaid = usertype === 'rider' || usertype === 'driver'
  return (
    <RowCard
      title={staffName(person)}
      badge={<StandingBadge person={person} />}
      parts={[written(person.mobile ?? person.email ?? ''), facts && t(`duty.${dutyOf(facts)}`), facts?.vehicle_number]}
      figure={isPaid ? money(person.wallet_balance) : null}
    >
      {facts && (
        <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
          <span dir="auto">{vehicleWords(facts)}</span>
          <PapersBadge papers={facts.papers} />
        </p>
      )}
    </RowCard>
  )
}
