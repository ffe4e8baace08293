import { useSession } from '@/entities/person'
import { useCatalogue } from '@/lib/use-catalogue'

/** The app's one subscription to the operator's catalogue. */
export function CatalogueStaysFresh() {
  const { status } = useSession()
  useCatalogue(status === 'signed_in')
  return null
}
