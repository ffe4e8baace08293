import { accessToken, watchAuth } from './auth-client'

/*
 * The first queries of a page. They are sent as soon as the session is known, while the page's code is still loading; the page
 * then takes the responses from here.
 */
const answers = new Map<string, Promise<unknown>>()

type Name = readonly string[]

/**
 * Sends a query before the page has loaded.
 *
 * @param name of the query; includes the person's id
 */
export function askEarly(name: Name, ask: () => Promise<unknown>): void {
  const answer = accessToken().then((token) => (token ? ask() : Promise.reject(new Error('nobody is signed in'))))
  // Without this, a failed query would be reported as unhandled. The page that takes the response handles the failure.
  answer.catch(() => {})
  answers.set(name.join(' '), answer)
}

/**
 * Takes the response of a query that was sent early; only once. Sends the query now if it was not sent early, or if that
 * failed.
 */
export async function early<T>(name: Name, ask: () => Promise<T>): Promise<T> {
  const answer = answers.get(name.join(' ')) as Promise<T> | undefined
  answers.delete(name.join(' '))
  return answer ? answer.catch(ask) : ask()
}

// Drops responses that no page has taken when the person signs out: they belong to the old session.
watchAuth((event) => event === 'SIGNED_OUT' && answers.clear())
