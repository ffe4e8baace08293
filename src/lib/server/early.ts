import { accessToken, watchAuth } from '../session/auth-client'

/*
 * Responses to the first queries of a page. The queries are sent as soon as the session is known, while the page's code is
 * still loading. The page then takes the responses with `early`.
 */
const answers = new Map<string, Promise<unknown>>()

type Name = readonly string[]

/**
 * Sends a query before the page's code has loaded, if someone is signed in.
 *
 * @param name name of the query, including the person's id; `early` takes the response by this name
 */
export function askEarly(name: Name, ask: () => Promise<unknown>): void {
  const answer = accessToken().then((token) => (token ? ask() : Promise.reject(new Error('nobody is signed in'))))
  // Handle a failed query here, so that it is not reported as unhandled. `early` sends it again.
  answer.catch(() => {})
  answers.set(name.join(' '), answer)
}

/**
 * Returns the response of a query that was sent early, and forgets it. Sends the query now if it was not sent early, or if that
 * failed.
 */
export async function early<T>(name: Name, ask: () => Promise<T>): Promise<T> {
  const answer = answers.get(name.join(' ')) as Promise<T> | undefined
  answers.delete(name.join(' '))
  return answer ? answer.catch(ask) : ask()
}

// When the person signs out, forget the responses that no page has taken: they belong to the old session.
watchAuth((event) => event === 'SIGNED_OUT' && answers.clear())
