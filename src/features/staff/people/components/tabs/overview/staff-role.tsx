import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import useSWR from 'swr'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { confirmStaff, setStaffRole, staffPersonKey, useSession } from '@/entities/person'
import { useFormat } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { useErrorText } from '@/lib/server/use-error-text'
import { STAFF_ROLES } from '../../../model/kinds'
import { getStaffStanding, staffStandingKey } from '../../../queries'
import type { TabProps } from '../tab-props'

/** Shows and changes the staff role of an admin. Admins cannot change their own. */
export function StaffRole({ person, rights }: TabProps) {
  const { t } = useTranslation('people')
  const { user } = useSession()
  const errorText = useErrorText()
  const stored = person.staff_role ?? 'owner'
  const [role, setRole] = useState<string>(stored)
  const give = useCommand(() => setStaffRole(person.id, role), {
    done: t('staff_role_done'),
    invalidates: () => [staffPersonKey(person.id)]
  })
  const isOwn = person.id === user?.id
  if (!rights.canEdit || isOwn) return null
  return (
    <section className="space-y-3 border-t border-line pt-4">
      <Field
        label={t('column.staff_role')}
        hint={t(`staff_role_hint.${role}`)}
        error={give.error ? errorText(give.error) : null}
      >
        {(control) => (
          <Select {...control} value={role} onChange={(event) => setRole(event.target.value)}>
            {STAFF_ROLES.map((value) => (
              <option key={value} value={value}>
                {t(`staff_role.${value}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {role !== stored && (
        <Button size="sm" variant="ink" busy={give.busy} onClick={() => void give.run()}>
          {t('staff_role_give', { role: t(`staff_role.${role}`) })}
        </Button>
      )}
      <Settling id={person.id} />
    </section>
  )
}

/** Says from when a new admin counts as a second person for approvals. Owners who did not add the admin can confirm. */
function Settling({ id }: { id: string }) {
  const { t } = useTranslation('people')
  const { dateTime } = useFormat()
  const errorText = useErrorText()
  const key = staffStandingKey(id)
  const { data } = useSWR(key, () => getStaffStanding(id))
  const confirm = useCommand(() => confirmStaff(id), { done: t('staff_confirmed'), invalidates: () => [key] })
  if (!data?.probation_ends_at) return null
  return (
    <div className="space-y-2 text-sm">
      <p className="text-muted">{t('staff_settles', { date: dateTime(data.probation_ends_at) })}</p>
      {data.can_confirm && (
        <>
          <p>{t('staff_confirm_hint')}</p>
          <Button size="sm" variant="outline" busy={confirm.busy} onClick={() => void confirm.run()}>
            {t('staff_confirm')}
          </Button>
        </>
      )}
      {confirm.error && (
        <p role="alert" className="text-bad">
          {errorText(confirm.error)}
        </p>
      )}
    </div>
  )
}
