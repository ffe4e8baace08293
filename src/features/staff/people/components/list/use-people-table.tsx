import { Ban, Check, ExternalLink, Send, UserPlus, UserX } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { BulkAction, RowAction, TableDefinition } from '@/components/data-table'
import { Button } from '@/components/ui/button'
import { deleteAccount, editPerson, getStaffPerson, type StaffPerson, setApproved, staffName } from '@/entities/person'
import { AppError } from '@/lib/server/errors'
import { textLimits } from '@/types/text-limits'
import { invitePerson } from '../../commands'
import { type Rights, usePeopleTopic, useRights } from '../../hooks/use-rights'
import type { Kind } from '../../model/kinds'
import { CarTypeOfMany } from '../page/car-type-field'
import type { PersonAction } from '../page/person-actions'
import { peopleColumns } from './columns'
import { peopleFilters, peopleViews } from './filters'
import { PersonCard } from './person-card'
import { peopleSource } from './source'

/** The actions allowed on a person in their current state. */
function actionsFor(person: StaffPerson, rights: Rights): PersonAction[] {
  return [
    ...(rights.canApprove ? [person.approved ? 'suspend' : 'approve'] : []),
    ...(rights.canDelete ? ['delete'] : [])
  ] as PersonAction[]
}

const icons = { approve: Check, suspend: Ban, delete: UserX }

/** Returns the definition of the table of one kind of people. */
export function usePeopleTable(
  kind: Kind,
  onAction: (action: PersonAction, person: StaffPerson) => void
): TableDefinition<StaffPerson> {
  const { t } = useTranslation('people')
  const go = useNavigate()
  const rights = useRights(kind.role)
  const topic = usePeopleTopic()
  const asksCarType = rights.isAdmin && kind.role === 'driver'
  return useMemo(() => {
    const bulk = (id: 'approve' | 'suspend', isApproved: boolean) => ({
      id,
      label: t(`action.${id}`),
      icon: icons[id],
      isDanger: !isApproved,
      question: (count: number) => t(`question.${id}`, { count }),
      ...(!isApproved && {
        note: { label: t('reason'), hint: t('reason_hint'), limit: textLimits.profiles.suspended_reason }
      }),
      ...(asksCarType && isApproved && { Choice: CarTypeOfMany }),
      run: async (person: StaffPerson, _signal: AbortSignal, note: string, carType: string) => {
        // A driver without a car type would be approved and never get a trip.
        if (asksCarType && isApproved && person.driver_facts?.car_type_id == null) {
          if (!carType) throw new AppError('car_type_missing')
          await editPerson(person.id, { car_type_id: carType })
        }
        return setApproved(person.id, isApproved, note || null)
      }
    })
    const anonymise: BulkAction<StaffPerson> = {
      id: 'delete',
      label: t('action.delete'),
      icon: icons.delete,
      isDanger: true,
      question: (count) => t('question.delete', { count }),
      run: ({ id }) => deleteAccount(id)
    }
    const invite: BulkAction<StaffPerson> = {
      id: 'invite',
      label: t('action.invite'),
      icon: Send,
      question: (count) => t('question.invite', { count }),
      run: ({ id }) => invitePerson(id)
    }
    const actions = (person: StaffPerson): RowAction[] => [
      { id: 'open', label: t('open'), icon: ExternalLink, onSelect: () => void go(kind.pathOf(person.id)) },
      ...actionsFor(person, rights).map((action) => ({
        id: action,
        label: t(`action.${action}`),
        icon: icons[action],
        isDanger: action !== 'approve',
        onSelect: () => onAction(action, person)
      }))
    ]
    return {
      id: kind.name,
      label: t(`${kind.name}.title`),
      columns: peopleColumns(t, kind, rights.isAdmin),
      filters: peopleFilters(t, kind, rights.isAdmin),
      views: peopleViews(t, kind),
      search: t(kind.role === 'driver' ? 'search_drivers' : 'search'),
      source: peopleSource(kind.role),
      rowId: ({ id }) => id,
      rowName: staffName,
      rowLink: ({ id }) => kind.pathOf(id),
      actions,
      bulk: [
        ...(rights.canApprove ? [bulk('approve', true), bulk('suspend', false)] : []),
        ...(rights.canEdit ? [invite] : []),
        ...(rights.canDelete ? [anonymise] : [])
      ],
      peek: {
        footer: ({ id }) => (
          <Button asChild variant="outline" className="flex-1">
            <Link to={kind.pathOf(id)}>{t('open')}</Link>
          </Button>
        )
      },
      card: (person) => <PersonCard person={person} />,
      empty: { title: t('no_users'), hint: t(`${kind.name}.empty`), icon: kind.icon },
      live: {
        topic,
        events: ['person', 'driver'],
        idOf: ({ payload }) => (typeof payload.id === 'string' ? payload.id : null),
        one: getStaffPerson
      },
      ...(rights.canEdit && {
        action: (
          <Button asChild variant="accent">
            <Link to={kind.pathOf('new')}>
              <UserPlus aria-hidden />
              {t(`${kind.name}.add`)}
            </Link>
          </Button>
        )
      })
    }
  }, [t, go, kind, rights, asksCarType, topic, onAction])
}
