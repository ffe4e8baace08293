import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { EditForm } from '@/components/form/edit-form'
import { useFormRules } from '@/components/form/rules'
import { useEditForm } from '@/components/form/use-edit-form'
import { PageHeader } from '@/components/ui/page-header'
import { createAccount } from '@/entities/person'
import { storedMobile } from '@/lib/typing/phones'
import { accountOf, emptyPerson, type NewPerson, newPersonSchema } from './components/add/model'
import { PersonFields } from './components/add/person-fields'
import { useTaken } from './components/add/use-taken'
import { BackToList } from './components/back-to-list'
import { VehicleFields } from './components/tabs/overview/person-fields'
import type { Rights } from './hooks/use-rights'
import type { Kind } from './model/kinds'

interface NewPersonPageProps {
  kind: Kind
  rights: Rights
}

/** The form by which the office adds a rider, driver, fleet admin or admin. */
export function NewPersonPage({ kind, rights }: NewPersonPageProps) {
  const { t } = useTranslation('people')
  const { form, taken } = useNewPerson(kind, rights)
  const title = t(`${kind.name}.add`)
  return (
    <main id="main" className="flex flex-1 flex-col">
      <PageHeader title={title} className="border-b border-line" back={<BackToList kind={kind} />} />
      <EditForm form={form} table="profiles" label={title} create={title} className="flex flex-1 flex-col">
        <div className="max-w-4xl flex-1">
          <PersonFields kind={kind} rights={rights} taken={taken} />
          {kind.role === 'driver' && <VehicleFields isAdmin={rights.isAdmin} />}
        </div>
      </EditForm>
    </main>
  )
}

function useNewPerson(kind: Kind, rights: Rights) {
  const go = useNavigate()
  const rules = useFormRules()
  const schema = useMemo(() => newPersonSchema(rules), [rules])
  const [address] = useSearchParams()
  const made = useRef('')
  const fields = useRef<Record<string, string>>({})
  const form = useEditForm<NewPerson>({
    id: `people.${kind.name}`,
    schema,
    // The set-up proposes a car type.
    initial: { ...emptyPerson, car_type_id: address.get('car_type') ?? '' },
    stored: null,
    save: async (person, _version, clientKey) => {
      const mobile = await storedMobile(person.mobile)
      made.current = await createAccount(accountOf({ ...person, mobile }, kind.role, rights.isAdmin), clientKey)
      return { values: { ...person }, version: 1 }
    },
    errorFields: fields.current,
    worksInDemo: true,
    onSaved: () => {
      // After creating a driver, continues with the documents.
      const tab = kind.role === 'driver' ? '?tab=documents' : ''
      void go(`${kind.pathOf(made.current)}${tab}`, { replace: true })
    }
  })
  const { email, mobile } = form.values
  const taken = { email: useTaken('email', String(email ?? '')), mobile: useTaken('mobile', String(mobile ?? '')) }
  const blamed = taken.mobile || !email ? 'mobile' : 'email'
  Object.assign(fields.current, {
    user_exists: blamed,
    email_or_mobile_issue: blamed,
    mobile_no_blank_error: 'mobile',
    mobile_no_country: 'mobile',
    proper_email: 'email',
    name_invalid: 'first_name'
  })
  return { form, taken }
}
