import { useSession } from '@/entities/person'
import { useCatalogue } from '@/lib/server/use-catalogue'

/** Keeps the operator's catalogue (settings, car types, zones and so on) up to date, once for the whole app. */
export function CatalogueStaysFresh() {
  const { status } = useSession()
  useCatalogue(status === 'signed_in')
  return null
}
