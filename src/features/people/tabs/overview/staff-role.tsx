import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Select } from '@/components/ui/select'
import { setStaffRole, staffPersonKey, useSession } from '@/entities/person'
import { useCommand } from '@/lib/use-command'
import { useErrorText } from '@/lib/use-error-text'
import { STAFF_ROLES } from '../../kinds'
import type { TabProps } from '../../page/tabs'

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
    </section>
  )
}
