import { useParams } from 'react-router-dom'
import { SharePage } from './share-page'

/** The page of a shared trip in the app's own router: where the host sends `app.html` for every address, and in development. */
export function ShareRoute() {
  const { token = '' } = useParams()
  return <SharePage token={token} />
}
