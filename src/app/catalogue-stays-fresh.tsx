import { useSession } from '@/entities/person'
import { useCatalogue } from '@/lib/use-catalogue'

/** The one subscription of the app to what the operator decides. */
export function CatalogueStaysFresh() {
  const { status } = useSession()
  useCatalogue(status === 'signed_in')
  return null
}
