import { useTranslation } from 'react-i18next'
import { Spinner } from '@/components/ui/spinner'
import { useSession } from '@/entities/person'
import { useCommand } from '@/lib/server/use-command'
import { become, type DemoPerson, people } from '../model/people'
import { words } from '../model/texts'
import { Choices } from './choices'

/** Buttons for the four people of the demo. If the visitor signed in with another account, no button is selected. */
export function PersonChoice({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation(words)
  const { user, role } = useSession()
  const change = useCommand((person: DemoPerson) => become(person, role, onChosen), { failure: 'toast' })
  return (
    <Choices
      label={t('person')}
      options={people.map((person) => ({
        key: person.key,
        label: change.sent === person ? <Spinner className="mx-auto size-4" /> : t(person.key),
        name: t(person.key),
        isChosen: user?.email === person.email,
        onChoose: () => void change.run(person)
      }))}
    />
  )
}
