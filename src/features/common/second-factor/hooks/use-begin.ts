import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '@/entities/person'
import { useFirmName } from '@/entities/settings'
import { useCommand } from '@/lib/server/use-command'
import { beginEnrolment, type Enrolment } from '../commands'

/**
 * Setting up an app: `begin` asks Auth for a key; `begun` holds it until `end`. An account without an address cannot have one,
 * because Auth names the account in the app by its address.
 */
export function useBegin() {
  const { t } = useTranslation('second_factor')
  const firm = useFirmName()
  const { profile } = useSession()
  const [begun, setBegun] = useState<Enrolment | null>(null)
  const beginning = useCommand(() => beginEnrolment(firm, (number) => t('name', { number })), { onDone: setBegun })
  return {
    canBegin: Boolean(profile?.email),
    begin: () => void beginning.run(),
    busy: beginning.busy,
    error: beginning.error,
    begun,
    end: () => setBegun(null)
  }
}
