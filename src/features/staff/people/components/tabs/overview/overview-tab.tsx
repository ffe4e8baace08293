import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EditForm } from '@/components/form/edit-form'
import { useRoomBeside } from '@/components/form/use-room-beside'
import { useRowForm } from '@/components/form/use-row-form'
import { editPerson, getStaffPerson, type StaffPerson, staffPersonKey } from '@/entities/person'
import { AppError } from '@/lib/server/errors'
import { storedMobile } from '@/lib/typing/phones'
import type { TabProps } from '../tab-props'
import { type PersonContent, patchOf, personSchema, valuesOf } from './model'
import { PersonFacts } from './person-facts'
import { CarryFields, NameFields, VehicleFields } from './person-fields'

/** Shows a person's details, and the form to change them. */
export function OverviewTab(props: TabProps) {
  const isBeside = useRoomBeside()
  const { canEdit } = props.rights
  const facts = <PersonFacts {...props} />
  if (!canEdit) return <div className="max-w-2xl p-4 md:p-6">{facts}</div>
  return (
    <div className="grid flex-1 grid-cols-1 xl:grid-cols-[minmax(0,1fr)_22.5rem]">
      <PersonForm {...props}>{!isBeside && <div className="border-t border-line p-4 md:p-6">{facts}</div>}</PersonForm>
      {isBeside && (
        <aside className="border-s border-line">
          <div className="sticky top-0 p-5">{facts}</div>
        </aside>
      )}
    </div>
  )
}

function PersonForm({ person, rights, children }: TabProps & { children: ReactNode }) {
  const { t } = useTranslation('people')
  const save = async (id: string, content: PersonContent, version: number | null): Promise<StaffPerson> => {
    const changed = patchOf(content, person)
    const patch = 'mobile' in changed ? { ...changed, mobile: await storedMobile(content.mobile) } : changed
    if (Object.keys(patch).length > 0) await editPerson(id, { ...patch, version: version ?? person.version })
    const saved = await getStaffPerson(id)
    if (!saved) throw new AppError('person_not_found')
    return saved
  }
  const { form } = useRowForm(
    { table: 'profiles', schemaOf: personSchema, valuesOf },
    {
      initial: person,
      stored: person,
      get: getStaffPerson,
      save,
      errorFields: {
        mobile_no_blank_error: 'mobile',
        mobile_no_country: 'mobile',
        name_invalid: 'first_name',
        person_invalid: 'first_name'
      },
      invalidates: [staffPersonKey(person.id)],
      worksInDemo: true,
      onCreated: () => {}
    }
  )
  return (
    <EditForm
      form={form}
      table="profiles"
      label={t('edit')}
      create={t('common:save')}
      className="flex min-w-0 flex-1 flex-col"
    >
      <div className="flex-1">
        {rights.isAdmin && <NameFields />}
        {person.driver_facts && <VehicleFields isAdmin={rights.isAdmin} />}
        {person.driver_facts && <CarryFields typeSeats={person.driver_facts.type_seats} />}
        {children}
      </div>
    </EditForm>
  )
}
